// Held files: what a service tells of the files that its rows use. upload decides by it who may read, delete and rename them.
import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'
import type { Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'

/** FilesHeld, as each service with holders has it in its own proto file. */
export type FilesHeld = {
  /** Kind and id: `activity:<id>`, `cover:<course id>`. The id is a UUID of the holder's service. */
  holder: string
  orgId: string
  courseId: string
  uploadIds: string[]
  hold: boolean
  byRight: boolean
  version: bigint
  restorableUntil?: string | undefined
  /** Files whose text is wanted (file-texts.ts). */
  textIds?: string[]
}
type FilesHeldSchema = DescMessage & { typeName: `lyceum.${string}.v1.FilesHeld` }

/**
 * Tells all files that each of these holders holds; without files it lets go. Call it after the holder's row is written, with every write that
 * changes its files, and in resync. The facts go under the key of the course, in the order of the holder's own.
 */
export const holdFiles = (tx: Tx, schema: FilesHeldSchema, held: FilesHeld[]): Promise<string[]> =>
  emitAll(
    tx,
    held.map((one) =>
      fact(schema, { key: `course:${one.courseId}`, org: one.orgId, version: one.version }, one as MessageInitShape<typeof schema>),
    ),
  )
