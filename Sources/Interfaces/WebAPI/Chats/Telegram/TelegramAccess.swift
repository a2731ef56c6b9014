/// Our Telegram bot.
package struct TelegramAccess: Sendable {}
