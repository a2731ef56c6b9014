import Foundation
import Spreadsheets
import TestSupport
import Testing

@Suite("Excel workbooks", .timed)
struct SpreadsheetTests {
  /// Written by openpyxl 3.1.5: texts with commas and quotes, a date, a date with a time, numbers, an empty row, a formula without a value, and a
  /// second sheet.
  private static let workbook = [UInt8](
    Data(base64Encoded: encoded.filter { !$0.isWhitespace }) ?? Data())

  @Test("The first sheet is CSV, with dates as dates and no formulas")
  func values() throws {
    #expect(Spreadsheet.isWorkbook(Self.workbook))
    let text = String(decoding: try Spreadsheet.csv(Self.workbook), as: UTF8.self)
    #expect(
      text == """
        姓名,生日,提前,備註
        阿嬤,農曆三月廿三,3,"a,b;""c\"""
        爸爸,1955-03-14,7

        活動,2027-04-29 19:00,1.5,TRUE

        """)
  }

  @Test("Inline texts, rich texts, days from 1904 and rows that are left out")
  func forms() throws {
    let sheet = """
      <worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>名稱</t></is></c><c r="C1" t="s"><v>0</v></c></row>
      <row r="3"><c r="A3" s="1"><v>0</v></c><c r="B3" t="str"><v>x</v></c><c r="C3" t="e"><v>#N/A</v></c></row></sheetData></worksheet>
      """
    let text = try Self.csv([
      "xl/workbook.xml":
        "<workbook><workbookPr date1904=\"1\"/><sheets><sheet name=\"a\" r:id=\"r7\" xmlns:r=\"r\"/></sheets></workbook>",
      "xl/_rels/workbook.xml.rels":
        "<Relationships><Relationship Id=\"r7\" Target=\"worksheets/s.xml\"/></Relationships>",
      "xl/sharedStrings.xml": "<sst><si><r><t>日</t></r><rPh><t>ニチ</t></rPh><r><t>期</t></r></si></sst>",
      "xl/styles.xml": "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
      "xl/worksheets/s.xml": sheet,
    ])
    #expect(text == "名稱,,日期\n\n1904-01-01,x,\n")
  }

  @Test("What is no workbook, too large or damaged is an error that says what is right")
  func errors() throws {
    #expect(throws: SpreadsheetError.noWorkbook) { try Self.csv(["word/document.xml": "<a/>"]) }
    #expect(throws: SpreadsheetError.noSheet) { try Self.csv(["xl/workbook.xml": "<workbook/>"]) }
    #expect(throws: SpreadsheetError.damaged) {
      try Self.csv(["xl/workbook.xml": "<!DOCTYPE a [<!ENTITY b \"c\">]><workbook>&b;</workbook>"])
    }
    #expect(throws: SpreadsheetError.tooLarge) {
      try Self.csv(["xl/workbook.xml": String(repeating: " ", count: Spreadsheet.longest + 1)])
    }
    let rows = "<sheetData><row r=\"\(Spreadsheet.mostRows + 1)\"><c><v>1</v></c></row></sheetData>"
    #expect(throws: SpreadsheetError.tooManyRows) {
      try Self.csv(["xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": rows])
    }
    #expect(
      Spreadsheet.isOldWorkbook([0xD0, 0xCF, 0x11, 0xE0, 0xA1]) && SpreadsheetError.damaged.chinese.contains("CSV"))
  }

  @Test("A workbook that is cut off or has wrong bytes gives an answer, and never a crash")
  func damage() {
    for length in stride(from: 0, to: Self.workbook.count, by: 97) {
      #expect(throws: SpreadsheetError.self) { try Spreadsheet.csv(Array(Self.workbook.prefix(length))) }
    }
    var generator = SeededGenerator(seed: 43)
    for _ in 0..<400 {
      var bytes = Self.workbook
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? Spreadsheet.csv(bytes)
    }
  }

  /// The sheet of a workbook of these parts, which are not packed.
  private static func csv(_ parts: KeyValuePairs<String, String>) throws -> String {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    for (name, text) in parts {
      let (name, content) = (Array(name.utf8), Array(text.utf8))
      let sizes = number(0, 4) + number(content.count, 4) + number(content.count, 4)
      directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + number(0, 8) + sizes
      directory += number(name.count, 2) + number(0, 12) + number(bytes.count, 4) + name
      bytes += number(0x0403_4B50, 4) + number(20, 2) + number(0, 8) + sizes + number(name.count, 2) + number(0, 2)
      bytes += name + content
    }
    let start = bytes.count
    bytes += directory
    bytes += number(0x0605_4B50, 4) + number(0, 4) + number(parts.count, 2) + number(parts.count, 2)
    bytes += number(directory.count, 4) + number(start, 4) + number(0, 2)
    return String(decoding: try Spreadsheet.csv(bytes), as: UTF8.self)
  }

  private static let encoded = """
    UEsDBBQAAAAIAMpeel1Gx01IlQAAAM0AAAAQAAAAZG9jUHJvcHMvYXBwLnhtbE3PTQvCMAwG4L9SdreZih6kDkQ9ip68zy51hbYpbYT67+0EP2
    55ecgboi6JIia2mEXxLuRtMzLHDUDWI/o+y8qhiqHke64x3YGMsRoPpB8eA8OibdeAhTEMOMzit7Dp1C5GZ3XPlkJ3sjpRJsPiWDQ6sScfq9wc
    ChDneiU+ixNLOZcrBf+LU8sVU57mym/8ZAW/B7oXUEsDBBQAAAAIAMpeel0uvMqQ6gAAAMsBAAARAAAAZG9jUHJvcHMvY29yZS54bWylkcFOwz
    AMhl9l6r1100EPUZfLECeQkJgE4hY53hbRNFFi1O7tacvWgeDGMf4/f7aVBoNEH+kp+kCRLaXV4NouSQyb7MgcJEDCIzmdipHoxnDvo9M8PuMB
    gsZ3fSCoyrIGR6yNZg2TMA+LMTsrDS7K8BHbWWAQqCVHHScQhYAryxRd+rNhThZySHah+r4v+vXMjRsJeH18eJ6Xz22XWHdImWoMSoyk2Uc1XR
    ROQ9vAt2Jznv1VILMaJ0g+Bdpkl+Rlvb3b3WeqKqs6FyKv6p0Q8vZGVuJtcv3ovwqdN3Zv/2G8CFQDv/5NfQJQSwMEFAAAAAgAyl56XZlcnCMQ
    BgAAnCcAABMAAAB4bC90aGVtZS90aGVtZTEueG1s7Vpbc9o4FH7vr9B4Z/ZtC8Y2gba0E3Npdtu0mYTtTh+FEViNbHlkkYR/v0c2EMuWDe2STb
    qbPAQs6fvORUfn6Dh58+4uYuiGiJTyeGDZL9vWu7cv3uBXMiQRQTAZp6/wwAqlTF61WmkAwzh9yRMSw9yCiwhLeBTL1lzgWxovI9bqtNvdVoRp
    bKEYR2RgfV4saEDQVFFab18gtOUfM/gVy1SNZaMBE1dBJrmItPL5bMX82t4+Zc/pOh0ygW4wG1ggf85vp+ROWojhVMLEwGpnP1Zrx9HSSICCyX
    2UBbpJ9qPTFQgyDTs6nVjOdnz2xO2fjMradDRtGuDj8Xg4tsvSi3AcBOBRu57CnfRsv6RBCbSjadBk2PbarpGmqo1TT9P3fd/rm2icCo1bT9Nr
    d93TjonGrdB4Db7xT4fDronGq9B062kmJ/2ua6TpFmhCRuPrehIVteVA0yAAWHB21szSA5ZeKfp1lBrZHbvdQVzwWO45iRH+xsUE1mnSGZY0Rn
    KdkAUOADfE0UxQfK9BtorgwpLSXJDWzym1UBoImsiB9UeCIcXcr/31l7vJpDN6nX06zmuUf2mrAaftu5vPk/xz6OSfp5PXTULOcLwsCfH7I1th
    hyduOxNyOhxnQnzP9vaRpSUyz+/5CutOPGcfVpawXc/P5J6MciO73fZYffZPR24j16nAsyLXlEYkRZ/ILbrkETi1SQ0yEz8InYaYalAcAqQJMZ
    ahhvi0xqwR4BN9t74IyN+NiPerb5o9V6FYSdqE+BBGGuKcc+Zz0Wz7B6VG0fZVvNyjl1gVAZcY3zSqNSzF1niVwPGtnDwdExLNlAsGQYaXJCYS
    qTl+TUgT/iul2v6c00DwlC8k+kqRj2mzI6d0Js3oMxrBRq8bdYdo0jx6/gX5nDUKHJEbHQJnG7NGIYRpu/AerySOmq3CEStCPmIZNhpytRaBtn
    GphGBaEsbReE7StBH8Waw1kz5gyOzNkXXO1pEOEZJeN0I+Ys6LkBG/HoY4SprtonFYBP2eXsNJweiCy2b9uH6G1TNsLI73R9QXSuQPJqc/6TI0
    B6OaWQm9hFZqn6qHND6oHjIKBfG5Hj7lengKN5bGvFCugnsB/9HaN8Kr+ILAOX8ufc+l77n0PaHStzcjfWfB04tb3kZuW8T7rjHa1zQuKGNXcs
    3Ix1SvkynYOZ/A7P1oPp7x7frZJISvmlktIxaQS4GzQSS4/IvK8CrECehkWyUJy1TTZTeKEp5CG27pU/VKldflr7kouDxb5OmvoXQ+LM/5PF/n
    tM0LM0O3ckvqtpS+tSY4SvSxzHBOHssMO2c8kh22d6AdNfv2XXbkI6UwU5dDuBpCvgNtup3cOjiemJG5CtNSkG/D+enFeBriOdkEuX2YV23n2N
    HR++fBUbCj7zyWHceI8qIh7qGGmM/DQ4d5e1+YZ5XGUDQUbWysJCxGt2C41/EsFOBkYC2gB4OvUQLyUlVgMVvGAyuQonxMjEXocOeXXF/j0ZLj
    26ZltW6vKXcZbSJSOcJpmBNnq8reZbHBVR3PVVvysL5qPbQVTs/+Wa3InwwRThYLEkhjlBemSqLzGVO+5ytJxFU4v0UzthKXGLzj5sdxTlO4En
    a2DwIyubs5qXplMWem8t8tDAksW4hZEuJNXe3V55ucrnoidvqXd8Fg8v1wyUcP5TvnX/RdQ65+9t3j+m6TO0hMnHnFEQF0RQIjlRwGFhcy5FDu
    kpAGEwHNlMlE8AKCZKYcgJj6C73yDLkpFc6tPjl/RSyDhk5e0iUSFIqwDAUhF3Lj7++TaneM1/osgW2EVDJk1RfKQ4nBPTNyQ9hUJfOu2iYLhd
    viVM27Gr4mYEvDem6dLSf/217UPbQXPUbzo5ngHrOHc5t6uMJFrP9Y1h75Mt85cNs63gNe5hMsQ6R+wX2KioARq2K+uq9P+SWcO7R78YEgm/zW
    26T23eAMfNSrWqVkKxE/Swd8H5IGY4xb9DRfjxRiraaxrcbaMQx5gFjzDKFmON+HRZoaM9WLrDmNCm9B1UDlP9vUDWj2DTQckQVeMZm2NqPkTg
    o83P7vDbDCxI7h7Yu/AVBLAwQUAAAACADKXnpdlgBlqB4CAADdBAAAGAAAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbH1Uz4vTQBT+V8JclU6S
    mlTXJOC2iB6EZRfX87SdNGGTTJyZtnr1ILuIuOCKioIXRQ+exMNCwf1nTF3/C99Mu7PpkhgCeb++977vJZNgzviBSCiV1pM8K0SIEinLLYzFKK
    E5ER1W0gIyMeM5keDyCRYlp2SsQXmGXdv2cU7SAkWBju3wKGBTmaUF3eGWmOY54U+3acbmIXLQRWA3nSRSB3AUlGRC96h8WAIAXGz6jNOcFiJl
    hcVpHKI7ztbA1whdsZ/SuajZlhIzZOxAOffHIbIVJ5rRkVQtCDxmtE+zTHUCJo/XTdHlUIWs2xft72r9QG9IBO2z7FE6lkmIbiJrTGMyzeQum9
    +ja03eJcUBkSQKOJtbXImNgpEy1EgoTAu1pD3JIZ7CJBlVX19Xxy8DLIGDiuDRGrHdhvhz8mn59ksDot+GWL46ro6aZgxaWT17f/5tsYnAoMkI
    c40wt6XF33dn1ffPTcLaEOe/fiw/PP99erT8eFgtzsBoErlCq29vFnUDPKvLaetMrg9voxH6j56u0dNtW/vhKdxNegAh9HdteLm247ub3PrdWr
    5nchskPEPCa3uTPxfVizdNJDxNor6cG75n+53eLcdfX1cIebVap+NdWeUqO1xlm+n6hq6y4si5BoUxAPThMtW4dizUsX9A+CQthJXRGCbYnR6M
    4qtztHIkK/U6h0xKlmszgd8P5aoA8jFj0jhqlPmjRf8AUEsDBBQAAAAIAMpeel1d01IUOAEAABACAAAYAAAAeGwvd29ya3NoZWV0cy9zaGVldD
    IueG1sTVLbboMwDP0VlA9o6KRdVAFS12naHiZVrbY9p2AgahKzxB3d388JvT1E+Dg+59gmxYh+H3oAyo7WuFCKnmhYSBnqHqwKMxzA8U2L3ipi
    6DsZBg+qSSRr5F2eP0irtBNVkXJrXxV4IKMdrH0WDtYq//cMBsdSzMU5sdFdTykhq2JQHWyBPgcmMJQXnUZbcEGjyzy0pVjOF8uJkSq+NIzhJs
    7iMDvEfQTvTSny2BMYqClKKP78wgqMiUrcyc9JVFxNI/M2Psu/pvm5vZ0KsELzrRvqS/EksgZadTC0wfENTjPdX1t8UaSqwuOY+ThsVdQxiJZc
    qF1c0pY85zU7UXUsJLF9BLLmw8RzN5NS3NSH8p12ITPQskg+e2Q/P1lPgHBIm90hEdoU9vzHwMcCvm8R6QLi6JdHUP0DUEsDBBQAAAAIAMpeel
    3xwkwAhgIAAHsLAAANAAAAeGwvc3R5bGVzLnhtbN1WS4/aMBD+K1Hu2wApEVkRDo2EVKmtVto99GqwQyz5kTrOCvrr67G9EHaZrFq1lwYhj+fz
    N28T1r09CfbYMmaToxSqr9LW2u4+y/p9yyTpP+iOKYc02khi3dYcsr4zjNAeSFJki9msyCThKt2s1SC30vbJXg/KVunirErC8plW6bz4mCbBXK
    0pq9KTe+6kvKM0TbKbhCVGSNp7Ke/73hOz6H2zbrS6BDFPg8JZJpIlz0RUaU0E3xnuaQ2RXJyCfuE1ey20SazLnwEdVP3PcGAet1CcaEtypU0I
    ILjxC0TBhbgqBSg2645Yy4zauk0gee1bLMpPp85FcTDkNF8s0xHDL87NThvKzFW6QbVZC9ZYYBh+aL1gdQfLTlurJUiUk4NWJETyQouCs71nQj
    zChHxvrhwcm1F/ZtAddRZdVFEMZuIGHIzNBeMju/mf2e34s7afBpeQ8vsfg7bswbCGH/3+2FwCuDIf5/BfOlj+dQdZLNqoNVeNOWsTGPYq/QbX
    Roxs7AYuLFdx13JKmXrbH2ffkp37Ybhy4E5R1pBB2KczWKUX+SujfJDl+dQDJBZPXeQvMIzz4nLTnDOuKDsyWsetOey8mDjBuY2PZ7yGtv5BIJ
    QVQAQCEPWFhoGyAg/19T/mtcLzCiAa4eo2tMJZK5wVeDeh2n9QXwirdA+SclnmeVGg5a3r22HUaA2LAr6IQTRC4KC+wNvvVn5iACbG5p3ZQLs8
    OTZoyhMjiqY8UXmAkBoCpyyRAUB9AQdtCjpREATiC0YNYeU59BmNEL3mE1BZohAMKTK9RYEVqoAP0i/0EuV5WSIQgEgYeY5CcGEnIDQMCASF8j
    y8SF+9z7KX91x2+bu9+QVQSwMEFAAAAAgAyl56XbdH64rAAAAAFgIAAAsAAABfcmVscy8ucmVsc52SS24CMQxArxJlX0ypxAIxrNiwQ4gLuInn
    o5nEkWPE9PaN2MAgaBFL/56eLa8PNKB2HHPbpWzGMMRc2VY1rQCyaylgnnGiWCo1S0AtoTSQ0PXYECzm8yXILcNu1rdMc/xJ9AqR67pztGV3Ch
    T1Afiuw5ojSkNa2XGAM0v/zdzPCtSana+s7PynNfCmzPP1IJCiR0VwLPSRpEyLdpSvPp7dvqTzpWNitHjf6P/z0KgUPfm/nTClidLXRQkmb7D5
    BVBLAwQUAAAACADKXnpdk7LIDkwBAABnAgAADwAAAHhsL3dvcmtib29rLnhtbI2RQU7DMBBFrxL5ACSNoBJV0w0VUAkBoqh7J5k0o9qeyJ600H
    MgsWTF1eAa2IkCkZAQK2f+zLz8b88PZHc50S560sq4mc1EzdzM4tgVNWjpTqgB43sVWS3Zl3YbU1VhAUsqWg2G4zRJprEFJRnJuBobJ3raf1iu
    sSBLVwOwVj1KSzRiMR+c3dsoHlfEUIQ/BTUoG4SD+xkIZbRHhzkq5OdMdN8KRKTRoMYjlJlIRORqOlyTxSMZlmpdWFIqE5O+sQHLWPyS18Hmo8
    xdp7DMH0LmTEwTD6zQOu4mOr70Jvfgh/uqZbpExWCXkuHKUtug2XYYHyMe5eiuYjgjIzVk4vPl7eP1PXjw2qrs/bAHjdLZGfqGXZU9crxOXIMd
    bad/bKe9ocFFCRUaKG89x4WGv5PCP0g4Oh/p6dnk3Gdvlbrw2p25IVl+xxreZPEFUEsDBBQAAAAIAMpeel2rXnIutAAAAI0CAAAaAAAAeGwvX3
    JlbHMvd29ya2Jvb2sueG1sLnJlbHPFkk0KgzAQRq8ScgBHbemiqKtu3BYvEHT8wcSEzJTq7Su6UKGLbqSr8E3I+x5MkidqxZ0dqO0cidHogVLZ
    Mrs7AJUtGkWBdTjMN7X1RvEcfQNOlb1qEOIwvIHfM2SW7JmimBz+QrR13ZX4sOXL4MBfwPC2vqcWkaUolG+QUwmj3sYEyxEFM1mKvEqlz6tICv
    i3UXwwis80Ip400qaz5kP/5cx+nt/iVr/EdXhcy3WRgMPvyz5QSwMEFAAAAAgAyl56XaXhG1gfAQAAYAQAABMAAABbQ29udGVudF9UeXBlc10u
    eG1sxVTLTsMwEPyVyNcqdumBA2p6oVyhB37AJJvGil/ybkv692wSWglUWqogcYkV7+zMeMfy8vUQAbPOWY+FaIjig1JYNuA0yhDBc6UOyWni37
    RVUZet3oJazOf3qgyewFNOPYdYLddQ652l7KnjbTTBFyKBRZE9jsBeqxA6RmtKTVxXe199U8k/FSR3DhhsTMQZA0SmzkoMpR8Vjo0ve0jJVJBt
    dKJn7RimOquQDhZQXuY44zLUtSmhCuXOcYvEmEBX2ACQs3IknV2RJh4yjN+7yQYGmouKDN2kEJFTS3C73jGWvjuPTASJzJVDniSZe/IJoU+8gu
    q34jzh95DaIRNUwzJ9zF9zPvHfamTxn0beQmj/+sL3q3Ta+JMBNTwsqw9QSwECFAMUAAAACADKXnpdRsdNSJUAAADNAAAAEAAAAAAAAAAAAAAA
    gAEAAAAAZG9jUHJvcHMvYXBwLnhtbFBLAQIUAxQAAAAIAMpeel0uvMqQ6gAAAMsBAAARAAAAAAAAAAAAAACAAcMAAABkb2NQcm9wcy9jb3JlLn
    htbFBLAQIUAxQAAAAIAMpeel2ZXJwjEAYAAJwnAAATAAAAAAAAAAAAAACAAdwBAAB4bC90aGVtZS90aGVtZTEueG1sUEsBAhQDFAAAAAgAyl56
    XZYAZageAgAA3QQAABgAAAAAAAAAAAAAAICBHQgAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbFBLAQIUAxQAAAAIAMpeel1d01IUOAEAABACAA
    AYAAAAAAAAAAAAAACAgXEKAAB4bC93b3Jrc2hlZXRzL3NoZWV0Mi54bWxQSwECFAMUAAAACADKXnpd8cJMAIYCAAB7CwAADQAAAAAAAAAAAAAA
    gAHfCwAAeGwvc3R5bGVzLnhtbFBLAQIUAxQAAAAIAMpeel23R+uKwAAAABYCAAALAAAAAAAAAAAAAACAAZAOAABfcmVscy8ucmVsc1BLAQIUAx
    QAAAAIAMpeel2TssgOTAEAAGcCAAAPAAAAAAAAAAAAAACAAXkPAAB4bC93b3JrYm9vay54bWxQSwECFAMUAAAACADKXnpdq15yLrQAAACNAgAA
    GgAAAAAAAAAAAAAAgAHyEAAAeGwvX3JlbHMvd29ya2Jvb2sueG1sLnJlbHNQSwECFAMUAAAACADKXnpdpeEbWB8BAABgBAAAEwAAAAAAAAAAAA
    AAgAHeEQAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLBQYAAAAACgAKAIQCAAAuEwAAAAA=
    """
}
