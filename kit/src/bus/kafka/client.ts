// The kafkajs client, with settings under which a broker's death or halt is survived and noticed in seconds.
import kafkajs, { type Kafka, type KafkaConfig, type RetryOptions } from 'kafkajs'
import type { Log } from '../../telemetry/log.ts'
import { fixIdleTimer } from './idle-timer.ts'

fixIdleTimer()

export type Connection = { brokers: string[]; log: Log; ssl?: KafkaConfig['ssl']; sasl?: KafkaConfig['sasl'] }
/** Milliseconds; shorter in tests. */
export type Timing = { requestTimeout: number; retries: number }
export const defaultTiming: Timing = { requestTimeout: 10_000, retries: 8 }

export const retry = ({ retries }: Timing): RetryOptions => ({ initialRetryTime: 200, maxRetryTime: 2000, multiplier: 1.5, retries })

export const connect = ({ brokers, log, ssl, sasl }: Connection, timing: Timing): Kafka =>
  new kafkajs.Kafka({
    clientId: 'lyceum',
    brokers,
    connectionTimeout: 2000,
    requestTimeout: timing.requestTimeout,
    enforceRequestTimeout: true,
    retry: retry(timing),
    ...(ssl && { ssl }),
    ...(sasl && { sasl }),
    // kafkajs warns of every attempt although it retries them all: its log goes to debug, and a lasting failure is logged once by its caller
    logLevel: kafkajs.logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log: { message, error } }) =>
        log.debug({ kafka: namespace, reason: error as string | undefined }, message),
  })
