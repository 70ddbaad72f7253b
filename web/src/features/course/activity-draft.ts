// Form of a new or changed activity: its values, their faults, the request body made from them. Pure.
import type { CallInput } from '../../client.ts'
import { isLocal, toIso } from '../../ui/dates.ts'
import type { CreatableType } from './additions.ts'

export type ActivityDraft = CallInput<'POST /api/courses/:id/activities'>['body']
/** Values of the dialog's fields: times as local text of the date field, percent as typed. */
export type ActivityForm = {
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

export const emptyForm = (module: string): ActivityForm => ({
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

const isUnreadable = (time: string) => time !== '' && !isLocal(time, 'datetime')
/** Faults by the server's field names, as keys of the course texts; empty when the form can be sent. */
export function faultsOf(
  form: ActivityForm,
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
    ...(isUnreadable(form.start) && { start_time: 'timeUnread' as const }),
    ...(isUnreadable(form.end)
      ? { end_time: 'timeUnread' as const }
      : form.start && form.end && form.end <= form.start && { end_time: 'endBeforeStart' as const }),
    ...(type === 'online_video' && !(Number.isInteger(percent) && percent >= 1 && percent <= 100) && { percent: 'percentRange' as const }),
    ...(type === 'page' && form.body.trim() === '' && { body: 'bodyNeeded' as const }),
  }
}

/** The request fields common to creating and changing an activity. */
export const sharedFields = (form: ActivityForm, type: string) => ({
  title: form.title,
  start_time: toIso(form.start),
  end_time: toIso(form.end),
  ...(type === 'online_video' && {
    completion_criterion_key: `watched_${Number(form.percent)}`,
    settings: { forward_seeking: form.forward },
  }),
})

export const draftOf = (form: ActivityForm, type: CreatableType, uploadIds: string[]): ActivityDraft => ({
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
