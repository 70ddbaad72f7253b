// The form of a type's own fields, beside those that all activities have: first values, faults, the part of the request.
import type { AvailableType, SettingsOf } from '@lyceum/activity/types/activity-types/api'
import type { ReactNode } from 'react'
import type { CallInput } from '../client.ts'
import type { TextKey } from '../i18n.ts'
import type { CriterionKind } from '../parts/learning/course/completion-fields.tsx'
import type { UploadPlacement } from '../parts/base/uploads/ticket.ts'
import type { Activity } from '../parts/learning/course/content.ts'

type Draft = Omit<CallInput<'POST /api/courses/:id/activities'>['body'], 'type' | 'settings'>
/** Texts by the server's field names. */
export type Faults = Record<string, string | undefined>
export type FieldsProps<V> = {
  values: V
  change: (part: Partial<V>) => void
  faults: Faults
  /** The activity is being made. */
  fresh: boolean
  /** The chosen one of `criteria`. */
  criterion: CriterionKind
}
/** Rules of the file that the activity is made of. */
export type FileRules = {
  accept: string
  /** Missing: all. */
  extensions?: readonly string[]
  /** The most bytes of a file; missing: the server's rule alone. */
  size?: number
  /** Types of uploads to choose from my files. */
  types: readonly string[]
  drop: TextKey<'course'>
  dropHelp: TextKey<'course'>
  /** Declared of a new file, beside its name and size. */
  place?: UploadPlacement
  /** The activity plays it in a way of its own: the viewer need not know it. */
  played?: true
  /** The most that it takes. */
  most: number
  /** A name that is too long is shortened, not refused: work that is handed in. */
  shortens?: true
  /** Films elsewhere too, by their address. */
  links?: true
}

/** A chosen file, as far as it is known. */
export type FormFile = { type?: string | undefined; provider?: string | null; duration?: number | null }

/** `V` are the values of its fields, `K` its type where it has settings. */
export type TypeForm<V extends object = object, K extends AvailableType = AvailableType> = {
  /** Of a written type: the name of its text, which is `body` among the values. Missing: it is made in a dialog. */
  text?: TextKey<'course'>
  /** Its questions are written once it is made; before that it cannot be published. */
  asks?: true
  /** The criteria of its completion; the first is the default. */
  criteria: readonly [CriterionKind, ...CriterionKind[]]
  /** Those that these files allow; missing: all. `others`: the school lets players of others tell what is watched. */
  possible?(files: readonly FormFile[], others: boolean): readonly CriterionKind[]
  /** Missing: it is made without a file. */
  file?: FileRules
  fresh: V
  /** The values of an existing activity. */
  of(activity: Omit<Activity, 'settings'> & { settings: SettingsOf<K> }): V
  /** By the server's field names; empty when the values can be sent. */
  faults(values: V, criterion: CriterionKind): Partial<Record<string, TextKey<'course'>>>
  /** Names of the server's fields whose faults it shows. */
  fields: readonly string[]
  /** Its `completion_criterion_key` is sent in place of the criterion alone. */
  body(values: V, criterion: CriterionKind): Partial<Draft> & { settings?: SettingsOf<K> & Record<string, unknown> }
  /** Whether students may download the files of an activity that is made with these values; missing: each as it is. */
  download?(values: V): boolean | undefined
  /** The step before the activity of these uploads is made. */
  prepare?(values: V, uploads: readonly string[]): Promise<unknown>
  /** The step after the activity was made with these values. */
  made?(values: V, activity: Pick<Activity, 'id' | 'course_id'>): Promise<unknown>
  /** Without the text of a written type. */
  Fields?(props: FieldsProps<V>): ReactNode
  /** Settings that few change, each group in a Fold; they stand below the dates, and the completion is folded with them. */
  Folds?(props: FieldsProps<V>): ReactNode
  /** The percentage that the criterion asks for, beside the criterion. */
  Needed?(props: FieldsProps<V>): ReactNode
}
