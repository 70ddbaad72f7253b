import type { Asked } from '../../client.ts'
import { isLocal, toIso } from '../../ui/dates.ts'
import type { NewType } from './adding.ts'

export type ActivityDraft = Asked<'POST /api/courses/:id/activities'>['body']
/** What the dialog holds; times as the date field gives them, percent as typed. */
export type Form = {
  title: string
  module: string
  start: string
  end: string
  percent: string
  forward: boolean
  publish: boolean
  body: string
  download: boolean
}

export const emptyForm = (module: string): Form => ({
  title: '',
  module,
  start: '',
  end: '',
  percent: '80',
  forward: true,
  publish: false,
  body: '',
  download: true,
})

const unread = (time: string) => time !== '' && !isLocal(time, 'datetime')
/** Faults by field name, as codes of the course texts; empty: it can be sent. */
export function faultsOf(
  form: Form,
  type: string,
): Partial<
  Record<
    'title' | 'start_time' | 'end_time' | 'percent' | 'body',
    'titleNeeded' | 'timeUnread' | 'endBeforeStart' | 'percentRange' | 'bodyNeeded'
  >
> {
  const percent = Number(form.percent)
  return {
    ...(form.title === '' && { title: 'titleNeeded' as const }),
    ...(unread(form.start) && { start_time: 'timeUnread' as const }),
    ...(unread(form.end)
      ? { end_time: 'timeUnread' as const }
      : form.start && form.end && form.end <= form.start && { end_time: 'endBeforeStart' as const }),
    ...(type === 'online_video' && !(Number.isInteger(percent) && percent >= 1 && percent <= 100) && { percent: 'percentRange' as const }),
    ...(type === 'page' && form.body.trim() === '' && { body: 'bodyNeeded' as const }),
  }
}

/** The fields that a new and a changed activity share. */
export const sharedFields = (form: Form, type: string) => ({
  title: form.title,
  start_time: toIso(form.start),
  end_time: toIso(form.end),
  ...(type === 'online_video' && { completion_criterion_key: `watched_${Number(form.percent)}`, forward_seeking: form.forward }),
})

export const draftOf = (form: Form, type: NewType, uploadIds: string[]): ActivityDraft => ({
  type,
  ...sharedFields(form, type),
  module_id: form.module || null,
  published: form.publish,
  ...(uploadIds.length > 0 && { upload_ids: uploadIds }),
  ...(type === 'page' && { body: form.body }),
})

/** "Lecture_01 – waves.mp4" → "Lecture 01 – waves" */
export const titleFromName = (name: string): string =>
  name
    .replace(/\.[^.]{1,8}$/, '')
    .replace(/_+/g, ' ')
    .trim()
    .slice(0, 200)
