// Dialog that downloads the files of submissions as one archive: names by a pattern with their preview, then the progress.
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../client.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import type { Activity } from '../course/content.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { configQuery } from '../../../session/session.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { bytes, timeWithSeconds } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { archiveOf, chooseSink, FileUnread } from './archive.ts'
import { archiveNames, defaultPattern, placeholders } from './archive-names.ts'
import type { Selected } from './list-rows.ts'

const previewed = 4

export default function DownloadDialog({ activity, selected, onClose }: { activity: Activity; selected: Selected; onClose: () => void }) {
  const t = useTexts('work')
  const { data: config } = useQuery(configQuery)
  const [asked] = useState(selected)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: ['POST /api/activities/:id/submissions/files', activity.id, asked],
    queryFn: ({ signal }) => call('POST /api/activities/:id/submissions/files', { params: { id: activity.id }, body: asked, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const [pattern, setPattern] = useState(defaultPattern)
  const [packed, setPacked] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const items = data?.items ?? []
  const names = useMemo(() => archiveNames(data?.items ?? [], pattern, activity.title), [data, pattern, activity.title])
  const size = items.reduce((sum, one) => sum + one.size, 0)
  const run = async () => {
    setFailure(undefined)
    const sink = await chooseSink(`${activity.title.replace(/[\\/:*?"<>|]/g, '_')}.zip`)
    if (!sink) return
    const control = new AbortController()
    running.current = control
    setPacked(0)
    const files = items.map((item, at) => ({
      name: names[at] ?? item.name,
      address: new URL(item.url, config?.bytes_origin || window.location.origin).href,
    }))
    try {
      await sink.write(archiveOf(files, control.signal, setPacked, (code) => translateIfPresent('errors', code) ?? code))
      toast({ text: t('downloaded', { count: files.length }) })
      onClose()
    } catch (problem) {
      if (!control.signal.aborted) setFailure(problem instanceof FileUnread ? t('fileUnread', { name: problem.file }) : t('downloadFailed'))
    } finally {
      setPacked(undefined)
    }
  }
  const busy = packed !== undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('downloadTitle')}
      width={560}
      {...(items.length > 0 && { description: t('downloadText', { count: items.length, size: bytes(size) }) })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            icon={Download}
            busy={busy}
            off={items.length === 0 ? t('noFilesToLoad') : undefined}
            onClick={() => void run()}
          >
            {t('download')}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : items.length === 0 ? (
        <Empty title={t('noFilesToLoad')} card={false} />
      ) : (
        <div className="space-y-3 pb-1">
          <TextField
            label={t('pattern')}
            value={pattern}
            onChange={setPattern}
            help={t('patternHelp', { names: placeholders.map((name) => `{${name}}`).join(' ') })}
            maxLength={200}
          />
          <div>
            <h3 className="mb-1 text-body font-medium">{t('preview')}</h3>
            <ul className="divide-y divide-line rounded-card border border-line font-mono text-caption">
              {names.slice(0, previewed).map((name) => (
                <li key={name} className="px-3 py-1.5 break-all">
                  {name}
                </li>
              ))}
            </ul>
            {names.length > previewed && (
              <p className="mt-1 text-caption text-text-3">{t('andMore', { count: names.length - previewed })}</p>
            )}
          </div>
          {busy && (
            <div className="space-y-1">
              <ProgressBar label={t('download')} value={(packed / items.length) * 100} />
              <p role="status" className="tabular text-small text-text-2">
                {t('packed', { packed, count: items.length })}
              </p>
            </div>
          )}
          {failure && (
            <Banner tone="bad" urgent>
              {failure}
            </Banner>
          )}
        </div>
      )}
    </Dialog>
  )
}
