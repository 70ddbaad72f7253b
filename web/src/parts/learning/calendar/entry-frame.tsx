// The frame of the popups of an entry: what is read before it can be changed, the form with its two buttons, and when it begins and ends.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { type Form, FormFrame } from '../../../ui/fields/form.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import type { EntryFormState } from './use-entry-form.tsx'

type Times = { start_time: string; end_time: string }
/** The form of a new entry, as the choice of its kind needs it. */
export type NewForm = { values: Times & { title?: string; description: string }; fresh: Times; discard: () => void }
/** Of a new entry: the choice of its kind, and what was written of it as one of another kind. */
export type NewEntry = { kinds?: ((form: NewForm) => ReactNode) | undefined; begun?: { title: string; description: string } | undefined }

/** Takes along what was written of an entry of another kind. */
export function useBegun<V extends FieldValues>({ set }: Form<V>, begun: Partial<V> | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (begun && Object.values(begun).some(Boolean)) set(begun)
  }, [])
}

/** Draws `children` of what was read; of nothing where it is `fresh`: a new entry has nothing to read. */
export function EntryRead<T>({
  fresh,
  read: { data, error, errorUpdatedAt, refetch },
  title,
  onClose,
  children,
}: {
  fresh: boolean
  read: Pick<UseQueryResult<T>, 'data' | 'error' | 'errorUpdatedAt' | 'refetch'>
  title: string
  onClose: () => void
  children: (entry: T | undefined) => ReactNode
}) {
  const t = useTexts('calendar')
  if (fresh || data) return children(data)
  return (
    <Dialog open onClose={onClose} width={560} title={title}>
      {error ? (
        <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Dialog>
  )
}

export function EntryForm<V extends FieldValues>({
  form,
  title,
  save,
  onClose,
  children,
}: {
  form: EntryFormState<V>
  title: string
  /** The text of the button that sends it; missing: "Save". */
  save?: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts('calendar')
  const leave = () => {
    form.discard()
    onClose()
  }
  return (
    <Dialog
      open
      top
      onClose={leave}
      width={560}
      changed={form.changed}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="entry" busy={form.busy}>
            {save ?? t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="entry">
        {form.notes}
        {children}
        {form.kept}
      </FormFrame>
    </Dialog>
  )
}

export function TimesFields<V extends Times & FieldValues>({ form }: { form: Form<V> }) {
  const t = useTexts('calendar')
  const { field } = form as unknown as Form<Times>
  return (
    <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
      <DateTimeField {...field('start_time')} label={t('begins')} />
      <DateTimeField {...field('end_time')} label={t('ends')} />
    </div>
  )
}
