// The popup before the management: a code that is sent to the manager, for organisations that demand one. Six characters, the next code after
// 60 seconds; without it the way leads home.
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CodeAction, ResendLine, useCode } from '../../account/code-popup.tsx'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/base/errors/problem-text.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

export default function ManagementCode({ onDone }: { onDone: () => void }) {
  const t = useTexts('account')
  const tm = useTexts('management')
  const me = useMe()
  const navigate = useNavigate()
  const request = useCode()
  const { send, sent, secondsLeft, busy } = request
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [checking, setChecking] = useState(false)
  const target = { unique_id: me.id, unique_id_type: 'user' } as const
  const went = useWhereItWent(sent !== '')
  const leave = () => void navigate(paths.courses())
  const confirm = async (entered = code) => {
    if (entered.length !== 6) return setFault(t('sixNeeded'))
    setChecking(true)
    try {
      await call('POST /api/auth_code/validate_auth_code', { body: { ...target, user_input_auth_code: entered } })
      onDone()
    } catch (error) {
      setFault(fieldTexts(error).user_input_auth_code || problemText(error))
      setCode('')
      setChecking(false)
    }
  }
  return (
    <Dialog
      open
      onClose={leave}
      width={416}
      title={tm('codeTitle')}
      description={tm('codeHelp', { org: me.org?.name ?? '' })}
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            {t('cancel')}
          </Button>
          <CodeAction code={request} checking={checking} autoFocus onSend={() => void send(target)} onConfirm={() => void confirm()} />
        </>
      }
    >
      {sent && (
        <form
          noValidate
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          <CodeField
            label={t('code')}
            help={went}
            value={code}
            error={fault}
            off={checking}
            autoFocus
            onChange={(value) => {
              setCode(value)
              setFault(undefined)
            }}
            onComplete={(value) => void confirm(value)}
          />
          <ResendLine secondsLeft={secondsLeft} busy={busy} onSend={() => void send(target)} />
          <button type="submit" hidden />
        </form>
      )}
    </Dialog>
  )
}

/** The way that the code went: a job sends it after the call, and not to the messenger where that could not be reached. */
function useWhereItWent(asked: boolean): string {
  const t = useTexts('account')
  const tw = useTexts('workplace')
  const me = useMe()
  const { data } = useQuery({
    ...query('GET /api/auth_code/auth_validate'),
    refetchInterval: ({ state }) => (asked && state.data?.messenger && !state.data.sent ? 1500 : false),
  })
  const name = data?.messenger ? tw(`messenger.${data.messenger}`) : ''
  const [phone, email] = [(me.mobile_bound && me.mobile_phone) || '', me.email ?? '']
  if (data?.sent?.instead) return tw('codeInstead', { to: data.sent.by === 'email' ? email : phone })
  if (data?.sent?.by === 'workplace') return tw('codeThere', { messenger: name })
  if (data?.messenger && !data.sent) return tw('codeGoesThere', { messenger: name })
  return t('sentTo', { to: phone || email })
}
