// Popup before handing in: what goes, whether it is late, what seems to be missing.
import { Send, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CallFailed, call, newKey } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { bytes, list } from '../../../ui/format.ts'
import { useNow } from './use-now.ts'
import type { OnTheirWay } from '../../../ui/editor/editor-uploads.ts'
import { useSpan } from './span-text.ts'
import { keepReceipt, type MyWorkState } from './use-my-work.ts'
import type { FilesState } from './work-files.tsx'
import { type Assignment, type Mine, type MyVersion, plainOf, speaksOfAttachment, untilDue, wordCount } from './work-state.ts'

export default function HandInDialog({
  activity,
  mine,
  readAt,
  my,
  files: { sending, failed },
  inText,
  onHandedIn,
  onClose,
}: {
  activity: Assignment
  mine: Mine
  readAt: number
  my: MyWorkState
  files: FilesState
  inText: OnTheirWay
  onHandedIn: (receipt: MyVersion) => void
  onClose: () => void
}) {
  const t = useTexts('work')
  const span = useSpan()
  const now = useNow(5000)
  const { text, files } = my.work
  const waiting = sending.length + inText.sending
  const plain = useMemo(() => plainOf(text), [text])
  const words = wordCount(plain)
  const left = untilDue(mine, readAt, now)
  const [busy, setBusy] = useState(false)
  /** Pressed while files were on their way: it follows once they are there. */
  const [queued, setQueued] = useState(false)
  const [failure, setFailure] = useState<string>()
  // one key for one hand-in, however often its answer is lost
  const key = useRef(newKey())
  const isEmpty = text === '' && files.length === 0
  const send = async () => {
    setFailure(undefined)
    if (waiting > 0) return setQueued(true)
    setQueued(false)
    setBusy(true)
    try {
      const version = await my.flush()
      if (version === undefined) return setFailure(t('notSentYet'))
      const receipt = await call('POST /api/activities/:id/my-submission', {
        params: { id: activity.id },
        body: { version },
        key: key.current,
      })
      await my.stop()
      await my.draft.discard()
      await keepReceipt(activity.id, receipt)
      onHandedIn(receipt)
      await invalidate('GET /api/activities/:id/my-submission', 'GET /api/activities/:id', 'GET /api/courses/:id/content', 'GET /api/todo')
    } catch (error) {
      setFailure(problemText(error, 'upload_ids'))
      my.resume()
      if (isFinal(error)) {
        key.current = newKey()
        void invalidate('GET /api/activities/:id/my-submission')
      }
    } finally {
      setBusy(false)
    }
  }
  const follow = useEffectEvent(() => {
    if (queued) void send()
  })
  useEffect(() => {
    if (waiting === 0) follow()
  }, [waiting])
  const warnings = [
    failed.length > 0 && t('filesFailed', { names: list([...failed]) }),
    inText.failed > 0 && t('picturesFailed', { count: inText.failed }),
    inText.sending > 0 && t('picturesSending', { count: inText.sending }),
    sending.length > 0 && t('filesSending', { count: sending.length, names: list([...sending]) }),
    files.length === 0 &&
      waiting === 0 &&
      !/data-upload/.test(text) &&
      activity.settings.work !== 'text' &&
      speaksOfAttachment(plain) &&
      t('attachmentMissing'),
  ].filter((one) => one !== false)
  return (
    <Dialog
      open
      width={560}
      title={t('handInTitle', { title: activity.title })}
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          icon={Send}
          busy={busy || queued}
          off={isEmpty && waiting === 0 ? t('nothingYet') : undefined}
          onClick={() => void send()}
        >
          {t(left !== undefined && left < 0 ? 'handInLate' : 'handIn')}
        </Button>
      }
    >
      <div className="space-y-3 pb-2">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-body">
          <dt className="text-text-2">{t('time')}</dt>
          <dd className={left !== undefined && left < 0 ? 'font-medium text-bad-text' : undefined}>
            {left === undefined ? t('noDue') : t(left < 0 ? 'say.lateNow' : 'beforeDue', { span: span(left) })}
          </dd>
          {activity.settings.work !== 'files' && (
            <>
              <dt className="text-text-2">{t('text')}</dt>
              <dd>{words > 0 ? t('words', { count: words }) : t('noText')}</dd>
            </>
          )}
          {activity.settings.work !== 'text' && (
            <>
              <dt className="text-text-2">{t('files')}</dt>
              <dd className="min-w-0">
                {files.length === 0 ? (
                  t('noFiles')
                ) : (
                  <ul>
                    {files.map(({ id, name, size }) => (
                      <li key={id} className="flex justify-between gap-3">
                        <span className="min-w-0 break-words">{name}</span>
                        <span className="tabular shrink-0 text-text-3">{bytes(size)}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </dd>
            </>
          )}
          {mine.group && (
            <>
              <dt className="text-text-2">{t('for')}</dt>
              <dd>{t('groupOf', { name: mine.group.name, members: list(mine.group.members.map(({ name }) => name)) })}</dd>
            </>
          )}
        </dl>
        {warnings.map((warning) => (
          <Banner key={warning} tone="warn" icon={TriangleAlert}>
            {warning}
          </Banner>
        ))}
        <p className="text-small text-text-2">{lastTime(mine, t)}</p>
        {failure && (
          <Banner tone="bad" urgent>
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

/** The answer is known: the next attempt is another one. */
const isFinal = (error: unknown) =>
  error instanceof CallFailed && error.status > 0 && error.status < 500 && ![401, 429].includes(error.status)

/** Whether it can be handed in again afterwards. */
function lastTime({ submissions_left: left }: Mine, t: ReturnType<typeof useTexts<'work'>>): string {
  if (left === null) return t('afterOpen')
  return left > 1 ? t('afterTimes', { count: left - 1 }) : t('afterNever')
}
