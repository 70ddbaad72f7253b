// The dialog in which a row of a list is made or changed: saved against the version of now, refused at its fields, closed once it is stored.
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { type Form, FormFrame, useForm } from '../../ui/fields/form.tsx'
import { refusalAt, rowRefusal, savedAgainst } from './row-form.tsx'

/** `row` undefined: a new one. Somebody else's change in the meantime is said; the next attempt is against the row of now. */
export function useRowDialog<V extends Record<string, unknown>>({
  row,
  start,
  check,
  placeField,
  write,
  read,
  refresh,
  saved,
  onClose,
}: {
  row: { version: number } | undefined
  start: V
  check: (values: V) => Partial<Record<keyof V & string, string | undefined>>
  /** The field that is at fault where the row is of another department than that to which its writer is bound. */
  placeField?: keyof V & string
  write: (values: V, version: number) => Promise<unknown>
  /** The row as it is now. */
  read: () => Promise<{ version: number } | undefined>
  /** Reads the lists that show it again. */
  refresh: () => Promise<unknown>
  /** The text of the toast; none: the list shows it. */
  saved?: (values: V) => string
  onClose: () => void
}): Form<V> {
  const version = useRef(row?.version ?? 0)
  return useForm<V>({
    start,
    check,
    explain: placeField ? refusalAt(placeField) : rowRefusal,
    send: async (values) => {
      await savedAgainst(version, () => write(values, version.current), read)
      await refresh()
      if (saved) toast({ text: saved(values) })
      onClose()
    },
  })
}

/** `save`: the text of its button; default: Save. */
export function RowDialog<V extends Record<string, unknown>>({
  title,
  form,
  save,
  onClose,
  children,
}: {
  title: string
  form: Form<V>
  save?: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts('organisation')
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={form.changed}
      title={title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="row" busy={form.busy}>
            {save ?? t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="row">
        {children}
      </FormFrame>
    </Dialog>
  )
}
