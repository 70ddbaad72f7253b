// A dialog that asks for one title: of a bank or a folder.
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { refusal } from '../../base/errors/problem-text.ts'

export function TitleDialog({
  title,
  label,
  start = '',
  send,
  children,
  onClose,
}: {
  title: string
  label: string
  start?: string
  send: (title: string) => Promise<unknown>
  children?: ReactNode
  onClose: () => void
}) {
  const t = useTexts('banks')
  const form = useForm({
    start: { title: start },
    check: (values) => ({ title: values.title ? undefined : t('titleNeeded') }),
    send: ({ title: given }) => send(given),
    explain: refusal,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={416}
      changed={form.changed}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="title-form" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="title-form">
        <TextField {...form.field('title')} label={label} maxLength={200} autoFocus />
        {children}
      </FormFrame>
    </Dialog>
  )
}
