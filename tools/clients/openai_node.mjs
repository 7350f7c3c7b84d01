// openai-node, unmodified: whole, streamed, events, and errors with their fields.
import OpenAI from "openai";

const client = new OpenAI({ baseURL: process.argv[2], apiKey: "none" });
const ask = { model: "tts-1", voice: "alloy", input: "Node asks politely.", response_format: "pcm" };

const whole = Buffer.from(await (await client.audio.speech.create(ask)).arrayBuffer());
const streamed = [];
for await (const part of (await client.audio.speech.create(ask)).body) streamed.push(part);
const same = Buffer.concat(streamed).equals(whole);
const events = await (await client.audio.speech.create({ ...ask, model: "gpt-4o-mini-tts", stream_format: "sse" })).text();
const done = events.trim().split("\n").at(-1).includes("speech.audio.done");
let told;
try {
  await client.audio.speech.create({ ...ask, voice: "nobody" });
} catch (error) {
  told = `${error.status} ${error.code} ${error.param}`;
}
const seconds = whole.length / 48000;
console.log(`openai-node: ${seconds.toFixed(2)} s, streamed the same: ${same}, events done: ${done}, error: ${told}`);
process.exit(seconds > 1 && seconds < 4 && same && done && told === "400 voice_not_found voice" ? 0 : 1);
