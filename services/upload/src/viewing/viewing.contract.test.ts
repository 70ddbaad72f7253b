// Views of files in an object store.
import { s3Missing } from '@lyceum/kit/test/versitygw'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfOf } from '../test/pdfs.ts'
import { openUploads, type TestUploads } from '../test/uploads.ts'

describe.skipIf(s3Missing() !== undefined)('files in an object store', () => {
  let env: TestUploads
  beforeAll(async () => {
    env = await openUploads({ store: 's3' })
  })
  afterAll(() => env?.stop())

  test('many who ask for the pages of a PDF at once all get them', async () => {
    const { teacher } = env.school
    const { id } = await env.send(teacher, pdfOf(4), { name: 'a.pdf' })
    const info = () => env.call(teacher, 'GET', `/api/uploads/reference/document/${id}/pdf-info-for-stat`)
    await expect.poll(async () => (await info()).body.num_pages).toBe(4)
    const requests = Array.from({ length: 12 }, info)
    for (const { status, body } of await Promise.all(requests)) expect([status, body.num_pages]).toEqual([200, 4])
  })
})
