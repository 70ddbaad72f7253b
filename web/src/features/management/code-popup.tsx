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
import { query, queryClient } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { codePlace } from './where-code-went.ts'

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
  const went = useWhereItWent()
  const sendCode = async () => {
    await send(target)
    await went.follow()
  }
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
          <CodeAction code={request} checking={checking} autoFocus onSend={() => void sendCode()} onConfirm={() => void confirm()} />
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
            help={went.text}
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
          <ResendLine secondsLeft={secondsLeft} busy={busy} onSend={() => void sendCode()} />
          <button type="submit" hidden />
        </form>
      )}
    </Dialog>
  )
}

/** Milliseconds between two reads of where the code went, and after which they end: the job may try the messenger twice. */
const [readEvery, readFor] = [1500, 60_000]
const validation = query('GET /api/auth_code/auth_validate')

/** The place of the last code: a job sends it after the call, and not to the messenger where that could not be reached. `follow`: a new one is sent. */
function useWhereItWent(): { text: string; follow: () => Promise<void> } {
  const t = useTexts('account')
  const tw = useTexts('workplace')
  const me = useMe()
  const [until, setUntil] = useState(0)
  const { data } = useQuery({
    ...validation,
    refetchInterval: ({ state }) => (!state.data?.sent && Date.now() < until ? readEvery : false),
  })
  const follow = async () => {
    // an answer that is under way, and what is known until now, are about the code before
    await queryClient.cancelQueries({ queryKey: validation.queryKey })
    queryClient.setQueryData(validation.queryKey, (known) => known && { ...known, sent: null })
    setUntil(Date.now() + readFor)
  }
  const place = codePlace(data, { phone: (me.mobile_bound && me.mobile_phone) || '', email: me.email ?? '' })
  const name = 'messenger' in place && place.messenger ? tw(`messenger.${place.messenger}`) : ''
  const text = {
    onItsWay: () => (name ? tw('codeGoesThere', { messenger: name }) : tw('codeGoes')),
    there: () => (name ? tw('codeThere', { messenger: name }) : tw('codeInMessenger')),
    sent: (to: string) => t('sentTo', { to }),
    instead: (to: string) => tw('codeInstead', { to }),
  }[place.is]('to' in place ? place.to : '')
  return { text, follow }
}
