// A form on react-hook-form: a field is checked on blur, then on each key until it is valid; the server's errors land on their field by name
// until it changes; the first invalid field is focused, a line on top counts them, and errors without a field stand above the buttons. The
// fields stay plain: `<TextField {...form.field('name')} label=… />`.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm as useHookForm } from 'react-hook-form'
import { useTexts } from '../../i18n.ts'
import { Banner } from '../marks/banner.tsx'
import { useReleased } from './pressed.ts'
import { focusFaultIn } from '../dialogs/first-fault.ts'
import { sentences } from '../format.ts'

/** The texts of a refused call: by the server's field names, and as a whole. */
export type Refusal = { fields: Record<string, string>; text: string }

export type Form<V extends FieldValues> = {
  values: V
  changed: boolean
  busy: boolean
  /** The number of invalid fields after the first attempt to send. */
  wrong: number
  /** The error that belongs to no field. */
  problem: string | undefined
  field: <K extends Path<V>>(
    name: K,
  ) => { name: K; value: PathValue<V, K>; onChange: (value: PathValue<V, K>) => void; onBlur: () => void; error: string | undefined }
  set: (values: Partial<V>) => void
  reset: (values: V) => void
  submit: () => Promise<void>
  frame: RefObject<HTMLFormElement | null>
}

export function useForm<V extends FieldValues>({
  start,
  check = () => ({}),
  send,
  explain,
  onChange,
}: {
  start: V
  /** Returns error texts by field. */
  check?: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  send: (values: V) => Promise<unknown>
  /** The texts of a refused call: `refusal` of problem-text.ts. */
  explain: (error: unknown) => Refusal
  /** Called after each change, for drafts. */
  onChange?: (values: V) => void
}): Form<V> {
  const frame = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()
  const [submitted, setSubmitted] = useState(false)
  const form = useHookForm<V>({
    defaultValues: start as DefaultValues<V>,
    shouldFocusError: false,
    resolver: (values) => {
      const faults = Object.entries(check(values)).filter(([, text]) => text)
      return faults.length
        ? { values: {}, errors: Object.fromEntries(faults.map(([name, message]) => [name, { type: 'own', message }])) as never }
        : { values, errors: {} }
    },
  })
  const values = form.watch()
  const { errors, isSubmitting, isDirty } = form.formState
  const messages = errors as Record<string, { type?: string; message?: string } | undefined>
  const focusFirst = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => focusFaultIn(frame.current, '[aria-invalid=true]:not([role=group])')))
  const submit = form.handleSubmit(
    async (submittedValues) => {
      setSubmitted(true)
      setProblem(undefined)
      try {
        await send(submittedValues as unknown as V)
      } catch (error) {
        const { fields, text } = explain(error)
        const fieldErrors = Object.entries(fields).filter(([name]) => name in form.getValues())
        for (const [name, message] of fieldErrors) form.setError(name as Path<V>, { type: 'server', message })
        const otherErrors = Object.entries(fields).filter(([name]) => !(name in form.getValues()))
        if (fieldErrors.length === 0) setProblem(sentences(text, ...otherErrors.map(([, message]) => message)))
        else if (otherErrors.length > 0) setProblem(sentences(...otherErrors.map(([, message]) => message)))
        focusFirst()
      }
    },
    () => {
      setSubmitted(true)
      focusFirst()
    },
  )
  return {
    values,
    changed: isDirty,
    busy: isSubmitting,
    wrong: submitted ? Object.keys(errors).length : 0,
    problem,
    frame,
    field: (name) => ({
      name,
      value: form.getValues(name),
      error: messages[name]?.message,
      onChange: (value) => {
        const previous = messages[name]
        form.setValue(name, value, { shouldDirty: true })
        setProblem(undefined)
        if (previous?.type === 'server') form.clearErrors(name)
        else if (previous) void form.trigger(name)
        onChange?.(form.getValues())
      },
      onBlur: () => {
        if (messages[name]?.type !== 'server') void form.trigger(name)
      },
    }),
    set: (part) => {
      for (const [name, value] of Object.entries(part)) form.setValue(name as Path<V>, value as never, { shouldDirty: true })
      onChange?.(form.getValues())
    },
    reset: (next) => form.reset(next as DefaultValues<V>),
    submit: () => submit(),
  }
}

/** The form element: the count of invalid fields on top, errors without a field above `footer`. Enter sends it. */
export function FormFrame<V extends FieldValues>({
  form,
  id,
  children,
  footer,
  className,
}: {
  form: Form<V>
  id?: string
  children: ReactNode
  /** The form's buttons, unless they stand in a dialog's footer. */
  footer?: ReactNode
  className?: string
}) {
  const t = useTexts('ui')
  const counted = useReleased(form.wrong)
  return (
    <form
      ref={form.frame}
      id={id}
      noValidate
      aria-busy={form.busy || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!form.busy) void form.submit()
      }}
      className={className ?? 'space-y-4'}
    >
      {/* its room is there before it is needed, most of it in the gaps around it */}
      {Object.keys(form.values).length > 1 && (
        <p role="status" className="-mt-2 mb-1 min-h-[1lh] text-small font-medium text-bad-text">
          {counted > 1 && t('faults', { count: counted })}
        </p>
      )}
      {children}
      {form.problem && (
        <Banner tone="bad" urgent>
          {form.problem}
        </Banner>
      )}
      {footer && <div className="flex flex-wrap justify-end gap-2">{footer}</div>}
    </form>
  )
}
