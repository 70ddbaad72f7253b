// COPY by PostgreSQL's own protocol: whole tables as text, at the speed of the disk and with a memory of some megabytes.
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

type Connection = {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** What pg's client asks of whatever is submitted to it. */
abstract class Copying {
  protected readonly sql: string
  constructor(sql: string) {
    this.sql = sql
  }
  submit(connection: Connection): void {
    connection.query(this.sql)
  }
  abstract handleError(error: Error): void
  abstract handleReadyForQuery(): void
  handleCommandComplete(): void {}
  handleCopyInResponse(_connection: Connection): void {}
  handleCopyData(_message: { chunk: Buffer }, _connection: Connection): void {}
}

/** Pieces are joined to this size; so many bytes may wait for who reads. */
const piece = 64 * 1024
const most = 4 * 1024 * 1024

class Out extends Copying {
  private rows: Buffer[] = []
  private size = 0
  private connection?: Connection
  private ended = false
  private failed?: Error
  private wake = () => {}

  override submit(connection: Connection) {
    this.connection = connection
    super.submit(connection)
  }
  override handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection) {
    this.rows.push(Buffer.from(chunk)) // the one given is a window on a buffer that is used again
    this.size += chunk.length
    if (this.size > most) stream.pause()
    if (this.size > piece) this.wake()
  }
  handleError(error: Error) {
    this.failed = error
    this.connection?.stream.resume()
    this.wake()
  }
  handleReadyForQuery() {
    this.ended = true
    this.wake()
  }
  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.failed) throw this.failed
      const over = this.ended
      if (this.size > piece || (over && this.size > 0)) {
        const rows = this.rows
        this.rows = []
        this.size = 0
        this.connection?.stream.resume()
        yield Buffer.concat(rows)
      } else if (over) return
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve
          if (this.failed || this.ended || this.size > piece) resolve()
        })
    }
  }
}

/** `copy … to stdout`. Who stops reading early must end the client. */
export function copyOut(client: pg.Client, sql: string): AsyncGenerator<Buffer> {
  const out = new Out(sql)
  client.query(out as never)
  return out.read()
}

class In extends Copying {
  private readonly source: AsyncIterable<Uint8Array>
  private failed?: Error
  readonly done = Promise.withResolvers<void>()

  constructor(sql: string, source: AsyncIterable<Uint8Array>) {
    super(sql)
    this.source = source
  }
  override handleCopyInResponse(connection: Connection) {
    void this.send(connection).catch((error: Error) => {
      this.failed = error
      connection.sendCopyFail('the source failed')
    })
  }
  private async send(connection: Connection) {
    for await (const chunk of this.source) {
      if (this.failed) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  }
  handleError(error: Error) {
    this.done.reject((this.failed ??= error))
  }
  handleReadyForQuery() {
    this.done.resolve()
  }
}

/** `copy … from stdin`. Throws what the source throws, or what the database says of it. */
export async function copyIn(client: pg.Client, sql: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const into = new In(sql, source)
  client.query(into as never)
  await into.done.promise
}
