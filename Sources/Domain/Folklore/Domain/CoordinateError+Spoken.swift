public import Geo

extension CoordinateError: SpokenError {}
