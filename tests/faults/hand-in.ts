// Homework handed in while a fault comes between its file and its hand-in, and what must be there afterwards.
import { until } from '@lyceum/kit/test/wait'
import { expect } from 'vitest'
import type { Address } from '../flows/start.ts'
import { type Ground, query } from './course.ts'
import { download, randomText, sha256 } from './files.ts'

/** The fault comes when the file's bytes are stored and the draft names it, and in the long tier also before the draft and during the hand-in. */
const moments = process.env.LYCEUM_LONG
  ? (['before the draft', 'after the draft', 'during the hand-in'] as const)
  : (['after the draft'] as const)

export async function handInThrough(at: Address, ground: Ground, fault: () => Promise<unknown>): Promise<void> {
  const { teacher, student, course } = ground
  for (const moment of moments) {
    const { id } = await teacher.call('POST /api/courses/:id/activities', {
      params: { id: course },
      body: { type: 'homework', title: `Samples ${moment}`, points: '20', published: true },
    })
    const params = { id }
    const bytes = randomText(2 * 1024 * 1024)
    const ticket = await student.call('POST /api/uploads', { body: { name: 'samples.txt', size: bytes.length, storage_type: 'media' } })
    const sent = await fetch(ticket.upload_url ?? '', { method: 'PUT', headers: ticket.headers, body: new Uint8Array(bytes) })
    expect(sent.status).toBe(200)
    if (moment === 'before the draft') await fault()
    await student.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
    // the draft takes the file as soon as its fact has arrived
    const kept = async () =>
      student.send('PUT', `/api/activities/${id}/my-submission/draft`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: '<p>Salt.</p>', upload_ids: [ticket.id], names: ['samples.txt'], version: 0 }),
      })
    let version = 0
    await until(async () => {
      const answer = await kept()
      if (answer.ok) version = ((await answer.json()) as { version: number }).version
      return answer.ok
    }, 30_000)
    if (moment === 'after the draft') await fault()
    const mine = () => student.call('GET /api/activities/:id/my-submission', { params })
    const { draft } = await mine()
    expect([draft?.version, draft?.text, draft?.files.map(({ upload_id, name, size }) => [upload_id, name, size])]).toEqual([
      version,
      '<p>Salt.</p>',
      [[ticket.id, 'samples.txt', bytes.length]],
    ])
    const handedIn = () => student.call('POST /api/activities/:id/my-submission', { params, body: { version } })
    if (moment === 'during the hand-in') {
      // its answer is lost or came just before: the page reads what became of it and sends only what is not there
      const underWay = handedIn().catch(() => undefined)
      await fault()
      await underWay
      if ((await mine()).versions.length === 0) await handedIn()
    } else {
      // the answer is the receipt that is read ever after
      const receipt = await handedIn()
      expect((await mine()).versions[0]).toMatchObject({ n: 1, receipt: receipt.receipt, submitted_at: receipt.submitted_at })
    }
    // the hash of the bytes is a fact of upload on its way
    await until(async () => (await mine()).versions[0]?.files[0]?.sha256 === sha256(bytes), 60_000)
    const { state, versions } = await mine()
    expect(state).toBe('submitted')
    expect(versions.map(({ n, late_seconds, text, files, receipt }) => [n, late_seconds, text, files.length, receipt])).toEqual([
      [1, 0, '<p>Salt.</p>', 1, expect.stringMatching(/^[0-9A-F]{12}$/)],
    ])
    expect(sha256(await download(student, ticket.id))).toBe(sha256(bytes))
    const { items, counts } = await teacher.call('GET /api/activities/:id/submissions', { params, query: {} })
    expect([counts.submitted, counts.missing, items.map(({ state, n, files }) => [state, n, files])]).toEqual([1, 0, [['submitted', 1, 1]]])
    expect(
      await query(
        at.databases.activity,
        'select from submission_versions v join submissions s on s.id = v.submission_id where s.activity_id = $1',
        [id],
      ),
    ).toHaveLength(1)
  }
}
