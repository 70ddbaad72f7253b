// Dialog of a course's access code: the code, the links for joining, a QR code of them, large for the projector too, and a new code.
import { useQuery } from '@tanstack/react-query'
import { Copy, Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { query, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { timeWithSeconds } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QrCode } from '../../../ui/marks/qr-code.tsx'
import { Bone, Failed } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { CopyLine } from '../../../parts/base/page/copy-line.tsx'
import { copyText } from '../../../parts/base/page/copy-text.ts'
import { JoinProjector, usePhoneLink } from './join-projector.tsx'

/** A new code invalidates the old one, so it needs a confirmation. */
export function AccessCodeDialog({
  courseId,
  name,
  open,
  onClose,
}: {
  courseId: string
  name: string
  open: boolean
  onClose: () => void
}) {
  const t = useTexts('course')
  const tt = useTexts('teaching')
  const [large, setLarge] = useState<string>()
  if (large) return <JoinProjector name={name} code={large} onClose={() => setLarge(undefined)} />
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('accessCode')}
      description={tt('accessCodeText', { name })}
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      {open && <CodePanel courseId={courseId} name={name} onLarge={setLarge} />}
    </Dialog>
  )
}

function CodePanel({ courseId, name, onLarge }: { courseId: string; name: string; onLarge: (code: string) => void }) {
  const t = useTexts('course')
  const tt = useTexts('teaching')
  const tm = useTexts('members')
  const phoneLink = usePhoneLink()
  const read = query('GET /api/course/:id/access_code', { params: { id: courseId } })
  const { data, error, errorUpdatedAt, refetch } = useQuery({ ...read, gcTime: 0 })
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  if (error && !data) return <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
  const link = data ? window.location.origin + paths.join(data.access_code) : ''
  const copy = async (text: string) => toast((await copyText(text)) ? { text: t('copied') } : { text: tt('copyFailed'), error: true })
  const renew = async () => {
    setBusy(true)
    try {
      const { access_code } = await call('PUT /api/course/:id/access_code', { params: { id: courseId } })
      queryClient.setQueryData(read.queryKey, (previous) => previous && { ...previous, access_code })
      setConfirming(false)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="space-y-4">
      <div className="rounded-card bg-sunken p-4">
        <p className="text-caption font-semibold text-text-2" id="code-label">
          {t('code')}
        </p>
        <div className="flex items-center gap-3">
          {data ? (
            <output
              aria-labelledby="code-label"
              className="flex-1 font-mono text-[26px] leading-9 font-semibold tracking-[.12em] break-all select-all"
            >
              {data.access_code}
            </output>
          ) : (
            <Bone className="h-8 flex-1" />
          )}
          <IconButton
            variant="bordered"
            label={tt('copyCode')}
            icon={Copy}
            action="code.copy"
            onClick={() => data && void copy(data.access_code)}
          />
        </div>
        <CopyLine label={tt('joinLink')} text={link} copyLabel={tt('copyLink')} onCopy={copy} />
        <CopyLine
          label={tm('mobileLink')}
          text={data ? phoneLink(data.access_code) : ''}
          copyLabel={`${tt('copyLink')} (${tm('mobileLink')})`}
          onCopy={copy}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        {data ? (
          <QrCode text={phoneLink(data.access_code)} label={tm('qrCode', { name })} className="size-32 rounded-tile" />
        ) : (
          <Bone className="size-32" />
        )}
        <div className="flex flex-col items-start gap-2">
          {data && (
            <Button icon={Maximize2} onClick={() => onLarge(data.access_code)}>
              {tm('showLarge')}
            </Button>
          )}
          <Link to={paths.members(courseId, 'waiting')} className="text-small text-accent-text underline">
            {tm('whoMayJoin')}
          </Link>
        </div>
      </div>
      {data && !data.resetable && <p className="text-small text-text-2">{tm('notResetable')}</p>}
      {data?.resetable &&
        (confirming ? (
          <div
            role="alert"
            className="flex flex-wrap items-center gap-2 rounded-card border border-warn-line bg-warn-soft p-3 text-small text-warn-text"
          >
            <span className="min-w-48 flex-1">{tt('newCodeText')}</span>
            <Button size="sm" autoFocus onClick={() => setConfirming(false)}>
              {tt('keepCode')}
            </Button>
            <Button size="sm" busy={busy} action="code.reset" onClick={() => void renew()}>
              {tt('newCode')}
            </Button>
          </div>
        ) : (
          <Button variant="link" onClick={() => setConfirming(true)}>
            {tt('newCode')}
          </Button>
        ))}
    </div>
  )
}
