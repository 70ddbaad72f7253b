// A form over a stored row: sends what has changed in it alone, against the version from which it began, and offers to take that back. A change of
// somebody else's in other fields is no conflict; one in the same fields is said, and what is typed stays.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CallFailed } from '../../client.ts'
import { translate, useTexts } from '../../i18n.ts'
import { problemText, refusal } from '../../parts/base/errors/problem-text.ts'
import { Section } from '../../parts/base/page/section.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { type Form, FormFrame, useForm } from '../../ui/fields/form.tsx'

type Fields = Record<string, unknown>

/** Whether a write was refused because the row has changed since it was read. */
export const isNewer = (failure: unknown) => failure instanceof CallFailed && failure.problem.code.endsWith('.newer')
/** The texts of a refused write: after `isNewer` the next attempt is against the row of now. */
export const rowRefusal = (failure: unknown) =>
  isNewer(failure) ? { fields: {}, text: translate('organisation', 'changedMeanwhile') } : refusal(failure)

/** Likewise; that what is chosen is of another department, which a manager of one department may not change, is said at its `field`. */
export const refusalAt = (field: string) => (failure: unknown) =>
  failure instanceof CallFailed && failure.problem.code === 'department.only'
    ? { fields: { [field]: problemText(failure) }, text: '' }
    : rowRefusal(failure)

/** Writes against a version; where the row has changed since, the next attempt is against that of now, which `read` gives. */
export async function savedAgainst(
  version: { current: number },
  write: () => Promise<unknown>,
  read: () => Promise<{ version: number } | undefined>,
): Promise<void> {
  try {
    await write()
  } catch (failure) {
    if (isNewer(failure)) version.current = (await read())?.version ?? version.current
    throw failure
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const parts = <C extends object>(of: C, names: readonly (keyof C)[]): Partial<C> =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<C>

export function useRowForm<Row extends { version: number }, V extends Fields, C extends object>({
  row,
  read,
  start,
  changes,
  check,
  write,
  saved,
  mayUndo = () => true,
}: {
  /** As this page knows it. */
  row: Row
  /** Reads it anew. */
  read: () => Promise<Row>
  /** The fields of the form. */
  start: (row: Row) => V
  /** The fields as the call takes them. */
  changes: (values: V) => C
  check?: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  /** Answers what is stored. */
  write: (part: Partial<C>, version: number) => Promise<Row>
  /** The text of the toast. */
  saved: string
  mayUndo?: (names: readonly (keyof C)[]) => boolean
}): { form: Form<V>; discard: () => void } {
  const [base, setBase] = useState(row)
  const of = (one: Row) => changes(start(one))
  const namesBetween = (before: C, after: C) => (Object.keys(after) as (keyof C)[]).filter((name) => !isSame(before[name], after[name]))

  async function send(part: Partial<C>, from: Row): Promise<Row> {
    try {
      return await write(part, from.version)
    } catch (failure) {
      if (!isNewer(failure)) throw failure
      const latest = await read()
      setBase(latest)
      const names = Object.keys(part) as (keyof C)[]
      if (names.some((name) => !isSame(of(from)[name], of(latest)[name]))) throw failure
      return await write(part, latest.version)
    }
  }
  const form: Form<V> = useForm<V>({
    start: start(row),
    ...(check && { check }),
    explain: rowRefusal,
    send: async (values) => {
      const names = namesBetween(of(base), changes(values))
      if (names.length === 0) {
        form.reset(start(base))
        return
      }
      const stored = await send(parts(changes(values), names), base)
      setBase(stored)
      form.reset(start(stored))
      toast({ text: saved, ...(mayUndo(names) && { undo: () => void takeBack(parts(of(base), names), stored) }) })
    },
  })
  const latest = useRef({ changed: form.changed })
  latest.current = { changed: form.changed }

  async function takeBack(part: Partial<C>, from: Row) {
    try {
      const restored = await send(part, from)
      setBase(restored)
      // what is typed since then stays
      if (!latest.current.changed) return form.reset(start(restored))
      const [before, after] = [start(from), start(restored)]
      form.set(Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(before[name], value))) as Partial<V>)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  // an untouched form follows what is saved elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (latest.current.changed || row.version <= base.version) return
    setBase(row)
    form.reset(start(row))
  }, [row.version])
  return { form, discard: () => form.reset(start(base)) }
}

/** The form as a card of its own. */
export function RowForm<V extends Fields>({
  title,
  of: { form, discard },
  children,
}: {
  title: string
  of: { form: Form<V>; discard: () => void }
  children: ReactNode
}) {
  const t = useTexts('organisation')
  return (
    <Section title={title}>
      <FormFrame
        form={form}
        className="surface-card space-y-4 p-5 max-tablet:p-4"
        footer={
          <div data-buttons className="flex flex-wrap justify-end gap-2">
            {form.changed && (
              <Button variant="quiet" onClick={discard}>
                {t('discard')}
              </Button>
            )}
            <Button type="submit" variant="primary" busy={form.busy} off={form.changed ? undefined : t('nothingChanged')}>
              {t('save')}
            </Button>
          </div>
        }
      >
        {children}
      </FormFrame>
    </Section>
  )
}
