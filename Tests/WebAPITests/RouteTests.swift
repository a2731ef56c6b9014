import Testing
import WebAPI
