import type { HandledFact } from '@lyceum/kit/consumer'
import type { Tx } from '@lyceum/kit/db'

/** identity's personErased: their actions leave the log table. On Kafka the topic's 30 days end them. */
export async function forgetPerson(tx: Tx, _: unknown, { key }: Pick<HandledFact, 'key'>): Promise<void> {
  await tx.$executeRawUnsafe('delete from kit.actions where key = $1', key)
}
