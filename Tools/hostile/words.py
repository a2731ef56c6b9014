"""What people type, made to take long: the chat of LINE, which anybody may write to."""
import asyncio
import base64
import hashlib
import hmac
import itertools
import json
import time

from .client import ask, healthy, request, require
from .server import Server

SECRET = "0123456789abcdef0123456789abcdef"
# The first once took 19 s of a processor; the others are of the longest length that is read.
TEXTS = ["的" * 1_000, "e" + "\u0301" * 4_000] + [
    (piece * 100)[:100] for piece in (
        "的", "請問", "嗎", "農曆", "初一、", "3/5-", "不要再提醒", "媽祖", "關", "附近的", "星期一", "是什麼日子", "時間", "提前三", "１", "a ", "mazu ",
        "今天天氣如何", "取消我的", "龍山寺", "2025/3/5農曆二月初六", "哪裡有", "#", "？")]
PER_SECOND = 50
SECONDS = 8


def message(text, number):
    """A message of a person of its own, as LINE sends it."""
    body = json.dumps({"events": [{
        "mode": "active", "source": {"type": "user", "userId": f"U{number:032x}"}, "webhookEventId": f"E{number}",
        "replyToken": f"R{number}", "type": "message", "message": {"type": "text", "text": text}}]}).encode()
    signature = base64.b64encode(hmac.digest(SECRET.encode(), body, hashlib.sha256)).decode()
    return request("/chats/line", "POST", [f"X-Line-Signature: {signature}"], body)


async def others(port, seconds):
    """Milliseconds that half and 99 of 100 requests of others take."""
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        times.append(await healthy(port) * 1_000)
        await asyncio.sleep(0.002)
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100]


async def chat(program):
    """texts that are hard to read, sent to the chat, delay nobody: 99 of 100 other requests take 10 ms at most."""
    # Answers to this address fail at once, and each leaves a line in the log.
    environment = {"FOLKCAL_LINE_TOKEN": "token", "FOLKCAL_LINE_SECRET": SECRET, "FOLKCAL_LINE_ID": "@123abcde",
                   "FOLKCAL_LINE_URL": "https://127.0.0.1:1"}
    async with Server(program, environment=environment) as server:
        sent = 0

        async def say(text):
            nonlocal sent
            sent += 1
            answer = await ask(server.port, message(text, sent))
            require(answer and answer.status == 200, f"the webhook answers {answer and answer.status}")

        async def flood():
            start = time.monotonic()
            for text in itertools.islice(itertools.cycle(TEXTS), PER_SECOND * SECONDS):
                await say(text)
                await asyncio.sleep(max(0, start + sent / PER_SECOND - time.monotonic()))

        await say("今天")
        alone, work = await others(server.port, 3), server.seconds_of_work
        beside, _ = await asyncio.gather(others(server.port, SECONDS), flood())
        for _ in range(600):
            answered = sum("an answer to a chat" in line for line in server.log)
            if answered >= sent:
                break
            await asyncio.sleep(0.1)
        work = server.seconds_of_work - work
        require(answered >= sent, f"{answered} of {sent} messages were answered")
        require(beside[1] <= max(10, 2 * alone[1]), f"99 of 100 took {beside[1]:.1f} ms, and {alone[1]:.1f} ms alone")
        return (f"{sent} texts in {SECONDS} s; others' median {beside[0]:.1f} ms, p99 {beside[1]:.1f} ms "
                f"(alone {alone[0]:.1f} and {alone[1]:.1f}); the server worked {work:.1f} s")


CHECKS = [chat]
