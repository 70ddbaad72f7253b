// Form of a post: a new one, a reply, or the text of one that exists. It is kept on this device until it is posted.
import { X } from 'lucide-react'
import { useState } from 'react'
import { CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { RichTextEditor } from '../../../ui/editor/rich-text-editor.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { refusal } from '../../base/errors/problem-text.ts'
import { pictureSource } from '../../base/rich-text/picture-sources.ts'
import { uploadTextFile } from '../../base/rich-text/pictures.ts'
import { useMentions } from './mentions.ts'
import type { Place } from './queries.ts'

export type Written = { body: string; anonymous: boolean }

/** A former post with its version, where one is changed. `send` posts or saves; it throws what the server refuses. */
export function PostForm({
  thing,
  place,
  label,
  submit,
  start = '',
  version = 0,
  anonymous = false,
  quote,
  onUnquote,
  note,
  send,
  onSent,
  onClose,
  autoFocus = false,
}: {
  /** The name of its draft. */
  thing: string
  /** The place whose readers can be mentioned. */
  place?: Place
  label: string
  submit: string
  start?: string
  version?: number
  /** It may be posted without a name. */
  anonymous?: boolean
  /** The beginning of the text that it quotes. */
  quote?: { name: string; text: string } | undefined
  onUnquote?: () => void
  /** A line about it, above its button. */
  note?: string
  send: (written: Written, version: number) => Promise<unknown>
  /** It was sent, and its draft is gone: a form that stays begins anew by another key. */
  onSent?: () => void
  onClose?: () => void
  autoFocus?: boolean
}) {
  const t = useTexts('forum')
  const findMentions = useMentions(place)
  const draft = useDraft<Written>('post', thing, version, { body: start, anonymous: false }, { title: label, send: () => void post() })
  const [sending, setSending] = useState(0)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [theirs, setTheirs] = useState<{ body: string; version: number }>()
  const post = async () => {
    if (draft.value.body === '') return setFault(t('textNeeded'))
    setBusy(true)
    setFault('')
    try {
      await send(draft.value, theirs?.version ?? draft.version)
      await draft.discard()
      setTheirs(undefined)
      onSent?.()
      onClose?.()
    } catch (error) {
      const newer = newerText(error)
      if (newer) setTheirs(newer)
      else {
        const { fields, text } = refusal(error)
        setFault(fields.body ?? Object.values(fields)[0] ?? text)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="space-y-2.5">
      <DraftNote draft={draft} show={({ body }) => textOf(body)} />
      {quote && (
        <div className="flex items-start gap-2 rounded-card border-l-3 border-line-mid bg-sunken px-3 py-2">
          <p className="min-w-0 flex-1 text-small text-text-2">
            <span className="font-medium">
              <bdi>{quote.name}</bdi>
            </span>
            : <span className="line-clamp-2">{quote.text}</span>
          </p>
          {onUnquote && <IconButton size="sm" icon={X} label={t('unquote')} onClick={onUnquote} />}
        </div>
      )}
      {theirs && (
        <Banner tone="warn">
          <p className="mb-2">{t('changedMeanwhile')}</p>
          <RichText html={theirs.body} size="body" />
        </Banner>
      )}
      <RichTextEditor
        label={label}
        value={draft.value.body}
        onChange={(body) => draft.change({ body })}
        uploadFile={uploadTextFile}
        onFiles={({ sending }) => setSending(sending)}
        pictureSource={pictureSource}
        {...(findMentions && { findMentions })}
        error={fault}
        minHeight={96}
        autoFocus={autoFocus}
      />
      {anonymous && (
        <Checkbox
          label={t('withoutName')}
          help={t('withoutNameHelp')}
          checked={draft.value.anonymous}
          onChange={(anonymous) => draft.change({ anonymous })}
        />
      )}
      {note && <p className="text-small text-text-2">{note}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          action="post.create"
          busy={busy}
          off={sending > 0 ? t('stillSending') : undefined}
          onClick={() => void post()}
        >
          {theirs ? t('saveMine') : submit}
        </Button>
        {onClose && (
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The words of a text, in one line. */
export const textOf = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.replace(/\s+/g, ' ').trim() ?? ''

/** The text that somebody has saved meanwhile, from a refusal. */
function newerText(error: unknown): { body: string; version: number } | undefined {
  if (!(error instanceof CallFailed) || error.problem.code !== 'post.newer') return undefined
  const { body, version } = error.problem.params as { body?: string; version?: number }
  return body === undefined || version === undefined ? undefined : { body, version }
}
