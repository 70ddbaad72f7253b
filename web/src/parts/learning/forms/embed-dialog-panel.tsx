// The popup “embed online video”: an address is pasted, the film is shown, its title is written.
import { useEffect, useRef, useState } from 'react'
import { CallFailed, call, newKey } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { reports, useOthersAllowed } from '../../../player/embedded/allowed.ts'
import { EmbeddedPlayer, useSourceName } from '../../../player/embedded/embedded-player.tsx'
import type { VideoLink } from '../../../player/embedded/players.ts'
import { invalidate } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { clock } from '../../../ui/format.ts'
import { fieldTexts, problemText } from '../../base/errors/problem-text.ts'
import type { ExistingFile } from './use-chosen-files.ts'

/** The server says whether it is a film, and keeps it as one of my files when it is embedded. */
export default function EmbedDialog({ onEmbedded, onClose }: { onEmbedded: (file: ExistingFile) => void; onClose: () => void }) {
  const t = useTexts('course')
  const tt = useTexts('teaching')
  const allowed = useOthersAllowed()
  const sourceName = useSourceName()
  const [address, setAddress] = useState('')
  const [title, setTitle] = useState('')
  const [link, setLink] = useState<VideoLink>()
  const [duration, setDuration] = useState<number>()
  const [faults, setFaults] = useState<Record<string, string | undefined>>({})
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const pasted = address.trim()
  useEffect(() => {
    setLink(undefined)
    setDuration(undefined)
    if (!pasted) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call('POST /api/video-links', { body: { original_url: pasted }, signal: stop.signal }).then(setLink, (error: unknown) => {
        if (!stop.signal.aborted) setFaults({ original_url: fieldTexts(error).original_url ?? problemText(error) })
      })
    }, 300)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [pasted])
  const embed = async () => {
    if (!pasted || !title) {
      setFaults({ ...(pasted ? {} : { original_url: tt('addressNeeded') }), ...(title ? {} : { name: t('titleNeeded') }) })
      return focusFirstFault()
    }
    setBusy(true)
    try {
      const body = { name: title, original_url: pasted, ...(duration && { duration }) }
      const upload = await call('POST /api/uploads', { body, key: key.current })
      void invalidate('GET /api/uploads')
      onEmbedded(upload)
      onClose()
    } catch (error) {
      key.current = newKey()
      const fields = error instanceof CallFailed ? fieldTexts(error) : {}
      setFaults(fields.original_url || fields.name ? fields : { form: problemText(error) })
      setBusy(false)
      focusFirstFault()
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={tt('embedTitle')}
      width={560}
      changed={pasted !== ''}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void embed()}>
            {tt('embedNow')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <TextField
          label={tt('originalUrl')}
          value={address}
          onChange={(value) => {
            setAddress(value)
            setFaults({})
          }}
          help={tt('originalUrlHelp')}
          error={faults.original_url}
          inputMode="url"
          maxLength={2000}
          autoFocus
        />
        {link && (
          <>
            <EmbeddedPlayer key={link.embed_url + link.original_url} link={link} title={sourceName(link)} onDuration={setDuration} />
            {duration !== undefined ? (
              <p className="text-small text-text-2">{tt('embedLength', { length: clock(duration) })}</p>
            ) : (
              <Banner tone="info">{t(reports(link, allowed) ? 'embedLengthUnknown' : 'embedNotCounted')}</Banner>
            )}
          </>
        )}
        <TextField
          label={t('title')}
          value={title}
          onChange={(value) => {
            setTitle(value)
            setFaults(({ name: _, ...rest }) => rest)
          }}
          error={faults.name}
          maxLength={200}
        />
        {faults.form && (
          <Banner tone="bad" urgent>
            {faults.form}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
