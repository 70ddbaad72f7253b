// A form on react-hook-form: checked on leaving a field, then on each key until it is right; the server's errors land on their field by
// name and go when it changes; the first wrong field is focused, a line on top counts them, and what has no field stands above the
// buttons. The fields stay plain: `<TextField {...form.field('name')} label=… />`.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm as useHookForm } from 'react-hook-form'
import { useTexts } from '../i18n.ts'
import { Banner } from './banner.tsx'
import { sentences } from './format.ts'

/** What a refusal says: of fields by the server's names, and as a whole. */
export type Refusal = { fields: Record<string, string>; text: string }

export type Form<V extends FieldValues> = {
  values: V
  changed: boolean
  busy: boolean
  /** How many fields are wrong, as the last attempt to send found. */
  wrong: number
  /** What is wrong beside the fields. */
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
  /** Texts of what is wrong, by field. */
  check?: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  send: (values: V) => Promise<unknown>
  /** A refusal in words: `refusal` of problem-text.ts. */
  explain: (error: unknown) => Refusal
  /** For drafts. */
  onChange?: (values: V) => void
}): Form<V> {
  const frame = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()
  const [tried, setTried] = useState(false)
  const form = useHookForm<V>({
    defaultValues: start as DefaultValues<V>,
    shouldFocusError: false,
    resolver: (values) => {
      const found = Object.entries(check(values)).filter(([, text]) => text)
      return found.length
        ? { values: {}, errors: Object.fromEntries(found.map(([name, message]) => [name, { type: 'own', message }])) as never }
        : { values, errors: {} }
    },
  })
  const values = form.watch()
  const { errors, isSubmitting, isDirty } = form.formState
  const messages = errors as Record<string, { type?: string; message?: string } | undefined>
  const focusFirst = () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[aria-invalid=true]:not([role=group])')?.focus()),
    )
  const submit = form.handleSubmit(
    async (sent) => {
      setTried(true)
      setProblem(undefined)
      try {
        await send(sent as unknown as V)
      } catch (error) {
        const { fields, text } = explain(error)
        const known = Object.entries(fields).filter(([name]) => name in form.getValues())
        for (const [name, message] of known) form.setError(name as Path<V>, { type: 'server', message })
        const loose = Object.entries(fields).filter(([name]) => !(name in form.getValues()))
        if (known.length === 0) setProblem(sentences(text, ...loose.map(([, message]) => message)))
        else if (loose.length > 0) setProblem(sentences(...loose.map(([, message]) => message)))
        focusFirst()
      }
    },
    () => {
      setTried(true)
      focusFirst()
    },
  )
  return {
    values,
    changed: isDirty,
    busy: isSubmitting,
    wrong: tried ? Object.keys(errors).length : 0,
    problem,
    frame,
    field: (name) => ({
      name,
      value: form.getValues(name),
      error: messages[name]?.message,
      onChange: (value) => {
        const before = messages[name]
        form.setValue(name, value, { shouldDirty: true })
        setProblem(undefined)
        if (before?.type === 'server') form.clearErrors(name)
        else if (before) void form.trigger(name)
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
    reset: (to) => form.reset(to as DefaultValues<V>),
    submit: () => submit(),
  }
}

/** The form element: the count of wrong fields on top, what has no field above `footer`. Enter sends it. */
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
  /** Its buttons, where they do not stand in a dialog's foot. */
  footer?: ReactNode
  className?: string
}) {
  const t = useTexts('ui')
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
      {form.wrong > 1 && (
        <p role="status" className="text-small font-medium text-bad-text">
          {t('faults', { count: form.wrong })}
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
