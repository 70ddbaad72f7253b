// Form of a new or changed activity: the fields that all types have beside the type's own, their faults, the request made from both. Pure.
import type { TypeForm } from '../../../activity-types/form.ts'
import type { CallInput } from '../../../client.ts'
import type { TextKey } from '../../../i18n.ts'
import type { CompletionValues, CriterionKind } from '../course/completion-fields.tsx'
import type { Activity, ActivityType } from '../course/content.ts'
import { fromIso, isLocal, toIso } from '../../../ui/dates.ts'

export type ActivityDraft = CallInput<'POST /api/courses/:id/activities'>['body']
/** Values of the dialog's fields: times as local text of the date field; `own` are those of the type. */
export type ActivityForm = {
  title: string
  module: string
  start: string
  due: string
  end: string
  publish: boolean
  own: object
} & CompletionValues

export const emptyForm = (module: string, { fresh, criteria: [criterion] }: TypeForm): ActivityForm => ({
  title: '',
  module,
  start: '',
  due: '',
  end: '',
  publish: false,
  own: fresh,
  criterion,
  prerequisites: [],
})
export const formOf = (activity: Activity, type: TypeForm): ActivityForm => ({
  ...emptyForm(activity.module_id ?? '', type),
  title: activity.title,
  start: fromIso(activity.start_time),
  due: fromIso(activity.due_time),
  end: fromIso(activity.end_time),
  own: type.of(activity),
  criterion: activity.completion_criterion.kind as CriterionKind,
  prerequisites: activity.prerequisite_ids,
})

/** The server's names of the fields that every type's dialog shows. */
const commonFields = ['title', 'start_time', 'due_time', 'end_time', 'completion_criterion_key', 'prerequisite_ids']
/** Whether the dialog shows the fault of a field beside it. */
export const isShown = (field: string, { fields }: TypeForm) => commonFields.includes(field) || fields.includes(field)

const isUnreadable = (time: string) => time !== '' && !isLocal(time, 'datetime')
type FormFaults = Partial<Record<string, TextKey<'course'>>>
/** Faults by the server's field names, as keys of the course texts; empty when the form can be sent. */
export const faultsOf = (form: ActivityForm, type: TypeForm): FormFaults => ({
  ...(form.title === '' && { title: 'titleNeeded' as const }),
  ...datesFaultsOf(form),
  ...type.faults(form.own, form.criterion),
})

/** The same of the dates alone. */
export function datesFaultsOf(form: Pick<ActivityForm, 'start' | 'due' | 'end'>): FormFaults {
  return {
    ...(isUnreadable(form.start) && { start_time: 'timeUnread' as const }),
    ...(isUnreadable(form.due)
      ? { due_time: 'timeUnread' as const }
      : form.due &&
        ((form.start && form.due <= form.start && { due_time: 'dueBeforeStart' as const }) ||
          (form.end && !isUnreadable(form.end) && form.due > form.end && { due_time: 'dueAfterEnd' as const }))),
    ...(isUnreadable(form.end)
      ? { end_time: 'timeUnread' as const }
      : form.start && form.end && form.end <= form.start && { end_time: 'endBeforeStart' as const }),
  }
}

/** The request fields common to creating and changing an activity. */
export const changeOf = (form: ActivityForm, type: TypeForm) => ({
  title: form.title,
  start_time: toIso(form.start),
  due_time: toIso(form.due),
  end_time: toIso(form.end),
  completion_criterion_key: form.criterion,
  ...type.body(form.own, form.criterion),
  prerequisite_ids: [...form.prerequisites],
})

/** The percentage that the criterion asks for; missing: it asks for none. */
export const neededOf = ({ own, criterion }: ActivityForm, type: TypeForm): number | undefined => {
  const [, share] = /^(?:watched|scored)_(\d+)$/.exec(type.body(own, criterion).completion_criterion_key ?? '') ?? []
  return share === undefined ? undefined : Number(share)
}

export const draftOf = (form: ActivityForm, type: ActivityType, typeForm: TypeForm, uploadIds: string[]): ActivityDraft => ({
  ...changeOf(form, typeForm),
  type,
  module_id: form.module || null,
  published: form.publish,
  ...(uploadIds.length > 0 && { upload_ids: uploadIds }),
})

/** "Lecture_01 – waves.mp4" → "Lecture 01 – waves" */
export const titleFromName = (name: string): string =>
  name
    .replace(/\.[^.]{1,8}$/, '')
    .replace(/_+/g, ' ')
    .trim()
    .slice(0, 200)
