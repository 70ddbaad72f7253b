// Files of a register as a reading thread gets them: the uploads of the person, whose bytes it fetches by itself.
import type { contracts as uploadContracts } from '@lyceum/upload/contracts'
import { CallFailed, type Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { refused, unavailable } from '@lyceum/kit/calls/errors'
import { NoResponse } from '@lyceum/kit/calls/transport'
import type { Deps } from '../deps.ts'

export type Session = { token: string; org: string }
export type SourceFile = { name: string; size: number; url: string }

/** Of all files together. */
const mostBytes = 500 * 1024 ** 2

/** Addresses hold for minutes: read at once. 400 roster.fileUnknown, roster.tooLarge; 503 while the store is away. */
export async function filesOf(
  { door, config }: Pick<Deps, 'door' | 'config'>,
  session: Session,
  uploads: readonly string[],
): Promise<SourceFile[]> {
  const call: Client<typeof uploadContracts> = delegatedClient(door, session)
  const files: SourceFile[] = []
  let bytes = 0
  for (const id of uploads) {
    const { name, size, status } = await call('GET /api/uploads/:id', { params: { id }, query: {} }).catch((error: unknown) => {
      throw error instanceof CallFailed && (error.status === 403 || error.status === 404) ? refused(400, 'roster.fileUnknown') : error
    })
    if (status !== 'ready') throw refused(400, 'roster.fileUnknown')
    bytes += size
    if (bytes > mostBytes) throw refused(400, 'roster.tooLarge', { file: name })
    const headers = { authorization: `Job ${session.token}`, 'request-scope': session.org }
    const leads = await door
      .send({ method: 'GET', url: `/api/uploads/${id}/blob?scope=${session.org}`, headers, timeout: 30_000 })
      .catch((error: unknown) => {
        throw error instanceof NoResponse ? unavailable() : error
      })
    const { location } = leads.headers
    if (leads.status >= 500 || leads.status === 429) throw unavailable()
    if (leads.status !== 302 || !location) throw refused(400, 'roster.fileUnknown')
    // the address is that of browsers; the listener is reached within the installation
    const { pathname, search } = new URL(location, 'http://bytes')
    files.push({ name, size, url: new URL(pathname + search, config.bytesUrl).href })
  }
  return files
}
