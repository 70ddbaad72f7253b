// Popup that proves a new phone number or e-mail address by a code of six characters. A further code can be sent after 60 seconds.
// A failed request for a code shows a toast, a wrong code an error at its field. No drafts.
import { type ReactNode, useState } from 'react'
import { type Answer, call, CallFailed } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { fieldTexts, problemText } from '../parts/base/errors/problem-text.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/fields/code-field.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { toast } from '../ui/dialogs/toast.tsx'
import { useSecondsUntil } from './use-seconds-until.ts'

type Profile = Answer<'PUT /api/user/mobile'>
type CodeRequest = { unique_id: string; unique_id_type: 'mobile_phone' | 'email' | 'user_no' | 'user' }

/** Requests codes and counts down to the next. `send` resolves with the faults by field; `sent` is the address or number of the last code. */
export function useCode() {
  const [until, setUntil] = useState(0)
  const [sent, setSent] = useState('')
  const [busy, setBusy] = useState(false)
  const secondsLeft = useSecondsUntil(until)
  const send = async (request: CodeRequest): Promise<Record<string, string>> => {
    setBusy(true)
    try {
      const { resend_in } = await call('POST /api/auth_code/get_auth_code', { body: request })
      setUntil(Date.now() + resend_in * 1000)
      setSent(request.unique_id)
    } catch (error) {
      const fields = fieldTexts(error)
      if (fields.unique_id) return fields
      if (error instanceof CallFailed && error.status === 429) setUntil(Date.now() + 1000 * (error.retryAfter ?? 60))
      // the code of less than a minute ago went to the same person and holds, also after a reload
      const holds = error instanceof CallFailed && error.problem.code === 'authCode.tooSoon' && request.unique_id_type === 'user'
      if (holds) setSent(request.unique_id)
      else toast({ text: problemText(error), error: true })
    } finally {
      setBusy(false)
    }
    return {}
  }
  return { send, sent, secondsLeft, busy }
}

/** The action of a popup's footer: before a code was sent it sends one, then it confirms. */
export function CodeAction({
  code: { sent, secondsLeft, busy },
  checking,
  autoFocus = false,
  onSend,
  onConfirm,
}: {
  code: Pick<ReturnType<typeof useCode>, 'sent' | 'secondsLeft' | 'busy'>
  checking: boolean
  /** Of the button that sends the code, where no field comes first. */
  autoFocus?: boolean
  onSend: () => void
  onConfirm: () => void
}) {
  const t = useTexts('account')
  return sent ? (
    <Button variant="primary" busy={checking} onClick={onConfirm}>
      {t('confirm')}
    </Button>
  ) : (
    <Button
      variant="primary"
      autoFocus={autoFocus}
      busy={busy}
      off={secondsLeft > 0 ? t('again', { count: secondsLeft }) : undefined}
      onClick={onSend}
    >
      {t('send')}
    </Button>
  )
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
  secondaryAction,
  note,
}: {
  kind: keyof typeof kinds
  title?: string
  description?: string
  onClose: () => void
  onDone: (profile: Profile) => void
  /** A button in place of "Cancel", for a popup that cannot be closed. */
  secondaryAction?: ReactNode
  /** Below the fields. */
  note?: ReactNode
}) {
  const t = useTexts('account')
  const { type, field, label, help, input, complete, title: defaultTitle } = kinds[kind]
  const [target, setTarget] = useState('')
  const [code, setCode] = useState('')
  const [faults, setFaults] = useState<{ target?: string | undefined; code?: string | undefined }>({})
  const [checking, setChecking] = useState(false)
  const request = useCode()
  const { send, sent, secondsLeft, busy } = request
  const requestCode = async () => {
    if (!target) return setFaults({ target: t('fillIn') })
    setFaults({})
    const fields = await send({ unique_id: target, unique_id_type: type })
    if (fields.unique_id) setFaults({ target: fields.unique_id })
  }
  const confirm = async (enteredCode = code) => {
    if (enteredCode.length !== 6) return setFaults({ code: t('sixNeeded') })
    setChecking(true)
    try {
      const body = { [field]: sent, auth_code: enteredCode } as never
      onDone(kind === 'mobile' ? await call('PUT /api/user/mobile', { body }) : await call('PUT /api/user/email', { body }))
    } catch (error) {
      const fields = fieldTexts(error)
      setFaults({ target: fields[field], code: fields.auth_code ?? (fields[field] ? undefined : problemText(error)) })
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
      title={title ?? t(defaultTitle)}
      description={description ?? t(help)}
      footer={
        <>
          {secondaryAction ?? (
            <Button variant="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
          )}
          <CodeAction code={request} checking={checking} onSend={() => void requestCode()} onConfirm={() => void confirm()} />
        </>
      }
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void (sent ? confirm() : secondsLeft === 0 && requestCode())
        }}
      >
        <TextField
          label={t(label)}
          type={input}
          name={field}
          autoComplete={complete}
          placeholder={kind === 'mobile' ? t('mobileExample') : undefined}
          value={target}
          error={faults.target}
          readOnly={sent !== ''}
          autoFocus
          onChange={(value) => {
            setTarget(value)
            setFaults({})
          }}
        />
        {sent && (
          <>
            <CodeField
              key={sent}
              label={t('code')}
              help={t('sentTo', { to: sent })}
              value={code}
              error={faults.code}
              off={checking}
              autoFocus
              onChange={(value) => {
                setCode(value)
                setFaults({})
              }}
              onComplete={(value) => void confirm(value)}
            />
            <ResendLine secondsLeft={secondsLeft} busy={busy} onSend={() => void requestCode()} />
          </>
        )}
        <button type="submit" hidden />
        {note}
      </form>
    </Dialog>
  )
}

/** The countdown to the next code, then the button that requests it. */
export function ResendLine({ secondsLeft, busy, onSend }: { secondsLeft: number; busy: boolean; onSend: () => void }) {
  const t = useTexts('account')
  return secondsLeft > 0 ? (
    <p className="tabular min-h-6 text-small text-text-3">{t('again', { count: secondsLeft })}</p>
  ) : (
    <Button variant="link" busy={busy} onClick={onSend}>
      {t('resend')}
    </Button>
  )
}
