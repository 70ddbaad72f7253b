// Packages of lessons for tests: sent as the page sends them, or as activity knows one once upload has opened it.
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { packArchive } from '../../services/upload/src/processes/archive.ts'
import type { Person } from './school.ts'
import { sendBytes } from './send.ts'

/** Sends these files as a package; the id of the upload, which is still to be opened. */
export async function sendPackage({ call }: Person, files: Record<string, string>): Promise<string> {
  const bytes = packArchive(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
  const ticket = await call('POST /api/uploads', {
    body: { name: 'wings.zip', size: bytes.length, is_scorm: true, storage_type: 'media' },
  })
  await sendBytes(ticket, Buffer.from(bytes))
  await call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  return ticket.id
}

/** None is sent for it: the upload of a package of this person's, with so many scos: `s1`, `s2`, … */
export async function knownPackage(activityDatabase: string, { person, org }: { person: string; org: string }, scos = 1): Promise<string> {
  const client = new pg.Client(activityDatabase)
  await client.connect()
  try {
    const id = newId()
    await client.query(
      `insert into uploads (id, org_id, person_id, name, type, size, status, playable, allow_download, videos, deleted, version, extension, stored)
       values ($1, $2, $3, 'lab.zip', 'scorm', 1, 'ready', true, false, '[]', false, 1, 'zip', true)`,
      [id, org, person],
    )
    const items = Array.from({ length: scos }, (_, nth) => ({ id: `s${nth + 1}`, parent: '', title: 'Gloves', sco: true, mastery: '' }))
    await client.query(`insert into opened_packages (upload_id, kind, etag, title, items) values ($1, 'scorm12', 'x', 'Laboratory', $2)`, [
      id,
      JSON.stringify(items),
    ])
    return id
  } finally {
    await client.end()
  }
}
