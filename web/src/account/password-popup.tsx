// Popup that changes the password. No drafts.
import { useId } from 'react'
import { call } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { refusal } from '../parts/base/errors/problem-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormFrame, useForm } from '../ui/fields/form.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'

export function PasswordPopup({
  login,
  title,
  description,
  cancel,
  stays = false,
  onClose,
  onDone,
}: {
  /** The login, for password managers. */
  login: string
  title?: string
  description?: string
  cancel?: string
  /** Only its buttons close it. */
  stays?: boolean
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts('account')
  const id = useId()
  const form = useForm({
    start: { old_password: '', new_password: '' },
    check: ({ old_password, new_password }) => ({
      old_password: old_password ? undefined : t('fillIn'),
      new_password: [...new_password].length < 10 ? t('passwordShort') : undefined,
    }),
    explain: refusal,
    send: async (body) => {
      await call('PUT /api/user/password', { body })
      onDone()
    },
  })
  return (
    <Dialog
      open
      onClose={stays ? () => {} : onClose}
      width={416}
      title={title ?? t('passwordTitle')}
      description={description ?? t('passwordHelp')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {cancel ?? t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy}>
            {t('passwordChange')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id={id}>
        <input hidden readOnly name="username" autoComplete="username" value={login} />
        <PasswordField {...form.field('old_password')} label={t('passwordOld')} autoComplete="current-password" autoFocus />
        <PasswordField {...form.field('new_password')} label={t('passwordNew')} help={t('passwordRule')} autoComplete="new-password" />
      </FormFrame>
    </Dialog>
  )
}
