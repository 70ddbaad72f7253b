// Reads and writes of live lectures.
import { type Answer, call } from '../../../client.ts'
import { invalidate, query } from '../../../queries.ts'
import { noteServerTime } from '../attempts/server-clock.ts'

export type Meeting = Answer<'GET /api/activities/:id/meeting'>
export type Recording = Meeting['recordings'][number]

export const meetingQuery = (id: string) => query('GET /api/activities/:id/meeting', { params: { id } })
export const meetingChanged = () => invalidate('GET /api/activities/:id/meeting', 'GET /api/activities/:id/meeting/people')

export const noted = (meeting: Meeting | undefined) => {
  if (meeting) noteServerTime(meeting.now)
}

/**
 * Joins in a window of its own: it is opened by the click, before the answer, since browsers refuse one later. This page goes there if none opens.
 */
export async function join(id: string): Promise<void> {
  const beside = window.open('', '_blank')
  try {
    const { url } = await call('POST /api/activities/:id/meeting/join', { params: { id } })
    if (!beside) return void location.assign(url)
    beside.opener = null
    beside.location.replace(url)
  } catch (failure) {
    beside?.close()
    throw failure
  }
}

type Place = { address?: string | null; provider?: Meeting['provider']; options?: Meeting['options'] }
/** The place of a lecture is kept: the address of a link, null takes it away; or a provider with its options. */
export async function keepPlace(id: string, { provider = 'link', ...place }: Place, version: number): Promise<void> {
  await call('PUT /api/activities/:id/meeting', { params: { id }, body: { provider, ...place, version } })
  await meetingChanged()
}

/** Adds a recording or changes it; without an upload it is its page. A film that was fetched may have both: the upload it is. */
export async function putRecording(
  activity: string,
  id: string,
  { title, page, upload, published }: Pick<Recording, 'title' | 'page' | 'published'> & { upload: { id: string } | null },
): Promise<void> {
  const body = { title, page: upload ? null : page, upload_id: upload?.id ?? null, published }
  await call('PUT /api/activities/:id/meeting/recordings/:rid', { params: { id: activity, rid: id }, body })
}
