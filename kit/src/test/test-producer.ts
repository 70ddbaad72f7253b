// Facts of a service that does not run in this test: emitted from a database of its own, over the real outbox and relay.
import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'
import { openPool } from '../connections.ts'
import { plain } from '../db.ts'
import { topicFor } from '../facts.ts'
import { type About, emit } from '../outbox.ts'
import { startRelay } from '../relay.ts'
import type { World } from '../service.ts'
import { testDatabase } from './test-database.ts'

export type TestProducer = {
  /** Commits the fact and hands it to the bus; answers its id. Consumers hear of it on their own: wait for what they do. */
  tell<D extends DescMessage>(schema: D, about: About, data: MessageInitShape<D> | null): Promise<string>
  stop(): Promise<void>
}

export async function testProducer({ bus, kv, log, metrics }: World, service: string): Promise<TestProducer> {
  const pool = openPool(await testDatabase('kit'), { max: 2 })
  const relay = await startRelay({ pool, bus, topic: topicFor(service), kv, log: log(service), metrics })
  return {
    async tell(schema, about, data) {
      const id = await emit(plain(pool), schema, about, data)
      relay.nudge()
      return id
    },
    async stop() {
      await relay.stop()
      await pool.end()
    },
  }
}
