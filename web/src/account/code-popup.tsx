// The popup of a code that was sent: to a new number, to a new address, or to oneself. Six characters; after sending 60 seconds pass before
// another can be sent. What fails to be sent is a toast, a code that is wrong stands at its field. Nothing of it is kept as a draft.
import { type ReactNode, useState } from 'react'
import { type Answer, call, CallFailed } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { fieldTexts, problemText } from '../parts/errors/problem-text.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useSecondsUntil } from './seconds.ts'

type Profile = Answer<'PUT /api/user/mobile'>
type Asked = { unique_id: string; unique_id_type: 'mobile_phone' | 'email' | 'user_no' | 'user' }

/** Sends codes and counts down to the next. Resolves with whether one is on its way (now or from before). */
export function useCode() {
  const [until, setUntil] = useState(0)
  const [sent, setSent] = useState('')
  const [busy, setBusy] = useState(false)
  const left = useSecondsUntil(until)
  const send = async (asked: Asked): Promise<Record<string, string>> => {
    setBusy(true)
    try {
      const { resend_in } = await call('POST /api/auth_code/get_auth_code', { body: asked })
      setUntil(Date.now() + resend_in * 1000)
      setSent(asked.unique_id)
    } catch (error) {
      const fields = fieldTexts(error)
      if (fields.unique_id) return fields
      if (error instanceof CallFailed && error.status === 429) setUntil(Date.now() + 1000 * (error.retryAfter ?? 60))
      toast({ text: problemText(error), error: true })
    } finally {
      setBusy(false)
    }
    return {}
  }
  return { send, sent, left, busy }
}

const kinds = {
  mobile: {
    type: 'mobile_phone',
    field: 'mobile_phone',
    title: 'mobileTitle',
    label: 'mobile',
    help: 'mobileHelp',
    input: 'tel',
    complete: 'tel',
  },
  email: { type: 'email', field: 'email', title: 'emailTitle', label: 'email', help: 'emailHelp', input: 'email', complete: 'email' },
} as const

export function CodePopup({
  kind,
  title,
  description,
  onClose,
  onDone,
  away,
}: {
  kind: keyof typeof kinds
  title?: string
  description?: string
  onClose: () => void
  onDone: (profile: Profile) => void
  /** The other button, in the place of "Cancel": where the popup cannot be closed. */
  away?: ReactNode
}) {
  const t = useTexts('account')
  const { type, field, label, help, input, complete, title: own } = kinds[kind]
  const [target, setTarget] = useState('')
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<{ target?: string | undefined; code?: string | undefined }>({})
  const [checking, setChecking] = useState(false)
  const { send, sent, left, busy } = useCode()
  const ask = async () => {
    if (!target) return setWrong({ target: t('fillIn') })
    setWrong({})
    const fields = await send({ unique_id: target, unique_id_type: type })
    if (fields.unique_id) setWrong({ target: fields.unique_id })
  }
  const confirm = async (given = code) => {
    if (given.length !== 6) return setWrong({ code: t('sixNeeded') })
    setChecking(true)
    try {
      const body = { [field]: sent, auth_code: given } as never
      onDone(kind === 'mobile' ? await call('PUT /api/user/mobile', { body }) : await call('PUT /api/user/email', { body }))
    } catch (error) {
      const fields = fieldTexts(error)
      setWrong({ target: fields[field], code: fields.auth_code ?? (fields[field] ? undefined : problemText(error)) })
      setCode('')
    } finally {
      setChecking(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      title={title ?? t(own)}
      description={description ?? t(help)}
      footer={
        <>
          {away ?? (
            <Button variant="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
          )}
          {sent ? (
            <Button variant="primary" busy={checking} onClick={() => void confirm()}>
              {t('confirm')}
            </Button>
          ) : (
            <Button variant="primary" busy={busy} off={left > 0 ? t('again', { count: left }) : undefined} onClick={() => void ask()}>
              {t('send')}
            </Button>
          )}
        </>
      }
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void (sent ? confirm() : left === 0 && ask())
        }}
      >
        <TextField
          label={t(label)}
          type={input}
          name={field}
          autoComplete={complete}
          placeholder={kind === 'mobile' ? t('mobileExample') : undefined}
          value={target}
          error={wrong.target}
          readOnly={sent !== ''}
          autoFocus
          onChange={(value) => {
            setTarget(value)
            setWrong({})
          }}
        />
        {sent && (
          <>
            <CodeField
              key={sent}
              label={t('code')}
              help={t('sentTo', { to: sent })}
              value={code}
              error={wrong.code}
              off={checking}
              autoFocus
              onChange={(value) => {
                setCode(value)
                setWrong({})
              }}
              onComplete={(value) => void confirm(value)}
            />
            <ResendLine left={left} busy={busy} onSend={() => void ask()} />
          </>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

/** The countdown, and then the button. */
export function ResendLine({ left, busy, onSend }: { left: number; busy: boolean; onSend: () => void }) {
  const t = useTexts('account')
  return left > 0 ? (
    <p className="tabular min-h-6 text-small text-text-3">{t('again', { count: left })}</p>
  ) : (
    <Button variant="link" busy={busy} onClick={onSend}>
      {t('resend')}
    </Button>
  )
}
