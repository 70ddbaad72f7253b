// A producer that loses nothing. kafkajs's idempotent producer, after a send that was rejected (it may have been written all the same),
// uses the same sequence numbers for the next batch: the broker takes that for a repetition, acknowledges it, and drops it. Hence:
// one send at a time, and a rejected batch is sent again exactly as it was until it is acknowledged; else the producer is thrown away.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kafka, Message, Producer } from 'kafkajs'
import type { Log } from '../log.ts'
import { retry, type Timing } from './client.ts'

export type Sender = {
  /** Resolves when all of it is on the topic; throws only when `signal` ends it, and then nothing is known about it. */
  send(topic: string, messages: Message[], signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The broker knows this producer no more, or another in its place: only a new one can go on. */
const finished = /OUT_OF_ORDER_SEQUENCE_NUMBER|UNKNOWN_PRODUCER_ID|INVALID_PRODUCER_EPOCH|PRODUCER_FENCED|INVALID_PRODUCER_ID_MAPPING/
/** Our own waits between two tries of a batch, after kafkajs's own. Milliseconds. */
const waits = { first: 200, longest: 2000 }

export function sender(kafka: Kafka, { log, timing }: { log: Log; timing: Timing }): Sender {
  let producer: Producer | undefined
  let last: Promise<void> = Promise.resolve()

  async function ready(signal: AbortSignal): Promise<Producer> {
    if (producer) return producer
    const made = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: { ...retry(timing), retries: Math.min(timing.retries, 3) },
    })
    await made.connect()
    if (signal.aborted) void made.disconnect().catch(() => {})
    signal.throwIfAborted()
    return (producer = made)
  }
  function discard() {
    const old = producer
    producer = undefined
    void old?.disconnect().catch(() => {})
  }
  async function untilAcknowledged(topic: string, messages: Message[], signal: AbortSignal) {
    for (let wait = waits.first; ; wait = Math.min(wait * 1.5, waits.longest)) {
      signal.throwIfAborted()
      try {
        const used = await ready(signal)
        await used.send({ topic, acks: -1, messages })
        return
      } catch (error) {
        const { type, cause } = error as { type?: string; cause?: { type?: string } }
        log.warn({ err: error, topic, messages: messages.length }, 'Kafka did not take a batch: the same batch goes again')
        if (finished.test(`${type} ${cause?.type} ${(error as Error).message}`)) discard()
        await sleep(wait, undefined, { signal })
      }
    }
  }
  return {
    async send(topic, messages, signal) {
      const before = last
      const mine = (async () => {
        await before.catch(() => {})
        await ended(untilAcknowledged(topic, messages, signal), signal, discard)
      })()
      last = mine.catch(() => {})
      await mine
    },
    async close() {
      const old = producer
      producer = undefined
      await Promise.race([old?.disconnect().catch(() => {}), sleep(3000, undefined, { ref: false })])
    },
  }
}

/** Gives up at once when the signal comes, whatever kafkajs is waiting for: what became of the batch is unknown, so `giveUp`. */
async function ended(work: Promise<void>, signal: AbortSignal, giveUp: () => void): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  aborted.promise.catch(() => {})
  try {
    await Promise.race([work, aborted.promise])
  } catch (error) {
    work.catch(() => {})
    giveUp()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
