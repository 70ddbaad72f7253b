// COPY of whole tables as text by PostgreSQL's own protocol (pg-copy-streams): at the speed of the disk, with some megabytes of memory.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** Bytes that may wait for a slow reader. */
const buffered = 4 * 1024 * 1024

/** `copy … to stdout`. A reader that stops early must end the client. */
export async function* copyOut(client: pg.Client, sql: string): AsyncGenerator<Buffer> {
  yield* client.query(to(sql, { highWaterMark: buffered }))
}

/** `copy … from stdin`. Throws the error of the source or of the database; nothing of the rows stays then. */
export async function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(Readable.from(source), client.query(from(sql)))
}
