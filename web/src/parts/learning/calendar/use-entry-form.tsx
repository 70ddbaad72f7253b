// The form of an entry: its input is a draft on this device until the server has it, and is saved against the version that it began from, so that what
// somebody else has saved meanwhile is shown beside it.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { focusFaultIn } from '../../../ui/dialogs/first-fault.ts'
import type { Form } from '../../../ui/fields/form.tsx'
import { sentences } from '../../../ui/format.ts'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { type Latest, useVersions } from '../../base/drafts/use-versions.tsx'
import type { VersionField } from '../../base/drafts/version-fields.ts'
import { refusal } from '../../base/errors/problem-text.ts'

export type EntryFormState<V extends FieldValues> = Form<V> & {
  /** About a draft of before, and about a newer version. */
  notes: ReactNode
  /** When it was last kept on this device. It comes and goes while somebody writes: below the fields, so that they stay where they are. */
  kept: ReactNode
  /** Discards the draft that was written here. */
  discard: () => void
}

export function useEntryForm<V extends FieldValues>({
  kind,
  thing,
  title,
  latest,
  keep,
  read,
  fields,
  check,
  send,
  sendsClosed = true,
  onSaved,
}: {
  /** Names the draft, with `thing`: the id, 'new' for a new entry. */
  kind: 'calendar-event' | 'calendar-lesson' | 'calendar-meeting'
  thing: string
  title: string
  /** The entry as this page knows it; version 0 of a new one. */
  latest: Latest<V>
  /** Fields that were chosen just now; an earlier draft does not replace them. */
  keep?: Partial<V> | undefined
  read: () => Promise<Latest<V>>
  fields: readonly VersionField<V>[]
  check: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  send: (values: V, version: number) => Promise<unknown>
  /** False: what it sends goes when it closes. */
  sendsClosed?: boolean
  onSaved: () => unknown
}): EntryFormState<V> {
  const draft = useDraft<V>(kind, thing, latest.version, latest.value, {
    title,
    send: () => void submit(),
    write: (): Promise<unknown> | undefined => (wrong === 0 && sendsClosed ? send(values, draft.version) : undefined),
  })
  const versions = useVersions<V>({ draft, latest, read, fields })
  // an untouched form follows what is saved elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (!draft.unsent && latest.version > draft.version) draft.rebase(latest.version, latest.value, latest.value)
  }, [latest.version])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a draft has come back
  useEffect(() => {
    if (draft.restored && keep) draft.change(keep)
  }, [draft.restored])
  const frame = useRef<HTMLFormElement>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { value: values } = draft
  const faults = check(values) as Record<string, string | undefined>
  const wrong = Object.values(faults).filter(Boolean).length
  const focusFirst = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => focusFaultIn(frame.current, '[aria-invalid=true]:not([role=group])')))
  const change = (part: Partial<V>) => {
    draft.change(part)
    setTold((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
    setProblem(undefined)
  }
  const submit = async () => {
    if (busy) return
    setSubmitted(true)
    setProblem(undefined)
    if (wrong > 0) return void focusFirst()
    setBusy(true)
    try {
      if (!(await versions.save((version) => send(values, version)))) return
      await draft.discard()
      await onSaved()
    } catch (error) {
      const { fields: refused, text } = refusal(error)
      const elsewhere = Object.entries(refused).filter(([name]) => !(name in values))
      setTold(Object.fromEntries(Object.entries(refused).filter(([name]) => name in values)))
      if (elsewhere.length === Object.keys(refused).length) setProblem(sentences(text, ...elsewhere.map(([, fault]) => fault)))
      else if (elsewhere.length > 0) setProblem(sentences(...elsewhere.map(([, fault]) => fault)))
      focusFirst()
    } finally {
      setBusy(false)
    }
  }
  const form = {
    values,
    changed: draft.unsent,
    busy,
    wrong: submitted ? wrong : 0,
    problem,
    frame,
    field: (name: string) => ({
      name,
      value: values[name],
      error: told[name] ?? (submitted || left.has(name) ? faults[name] : undefined),
      onChange: (value: unknown) => change({ [name]: value } as Partial<V>),
      onBlur: () => setLeft((before) => new Set([...before, name])),
    }),
    set: change,
    reset: change,
    submit,
  }
  return {
    ...(form as unknown as Form<V>),
    notes: (
      <>
        {versions.note}
        <DraftNote
          draft={{ ...draft, savedAt: undefined }}
          show={(value) => String(value.title ?? value.description ?? '')}
          compare={versions.compare}
        />
      </>
    ),
    kept: <DraftNote draft={{ ...draft, restored: undefined, offers: [] }} />,
    discard: draft.reset,
  }
}
