// A line of the tray: a file's name, progress and controls.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, File as FileIcon, FileText, FileVideo2, Image, Pause, Play, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { invalidate, query } from '../../../queries.ts'
import { classes } from '../../../ui/class-names.ts'
import { percent } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { shareOf, useStatusText } from './upload-progress.tsx'
import { uploads } from './uploads.ts'
import type { Item } from './queue.ts'

export function TrayLine({ item }: { item: Item }) {
  const t = useTexts('upload')
  const statusText = useStatusText()(item)
  const { key, name, state } = item
  const Icon =
    item.type === 'video' || item.type === 'audio' || /\.(mp4|mov|mkv|avi|webm|mp3|m4a)$/i.test(name)
      ? FileVideo2
      : item.type === 'document' || /\.pdf$/i.test(name)
        ? FileText
        : item.type === 'image'
          ? Image
          : FileIcon
  const share = shareOf(item)
  const failed = state === 'failed'
  // A long status text goes below the name.
  const statusBelow = (state === 'paused' && (!item.byBlocks || item.fileMissing)) || (state === 'processing' && item.playable)
  const input = useRef<HTMLInputElement>(null)
  const [isOtherFile, setOtherFile] = useState(false)
  // The file of an earlier page's upload is opened by its handle, else chosen by the person.
  const resume = async (chosenFile?: File) => {
    if (!item.fileMissing) return uploads.resume(key)
    const outcome = await uploads.resumeAdopted(key, chosenFile)
    setOtherFile(outcome === 'otherFile')
    if (outcome === 'fileNeeded' && !chosenFile) input.current?.click()
  }
  return (
    <li className={classes('px-4 py-2 not-last:border-b not-last:border-line', failed && 'bg-bad-soft')}>
      <div className="flex items-center gap-2">
        {failed ? (
          <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-bad" />
        ) : (
          <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
        )}
        <span className="min-w-0 flex-1 truncate text-small font-medium" title={name}>
          {name}
        </span>
        {!failed && !statusBelow && (
          <span className="shrink-0 text-caption text-text-2" role={state === 'done' ? 'status' : undefined}>
            {statusText}
          </span>
        )}
        {(state === 'sending' || state === 'paused') && (
          <span className="tabular w-10 shrink-0 text-right text-small font-semibold">{percent(Math.floor(share))}</span>
        )}
        {state === 'sending' && (
          <IconButton size="sm" iconSize={15} label={t('pause', { name })} icon={Pause} onClick={() => uploads.pause(key)} />
        )}
        {state === 'paused' && (
          <IconButton size="sm" iconSize={15} label={t('resume', { name })} icon={Play} onClick={() => void resume()} />
        )}
        {failed && item.reason !== 'storage.insufficient' && (
          <IconButton
            size="sm"
            iconSize={15}
            label={t('again', { name })}
            icon={RotateCw}
            action="upload.retry"
            onClick={() => uploads.resume(key)}
          />
        )}
        <IconButton
          size="sm"
          iconSize={15}
          label={t(state === 'done' || state === 'processing' ? 'takeOff' : 'abort', { name })}
          icon={X}
          onClick={() => (state === 'done' || state === 'processing' ? uploads.dismiss(key) : uploads.abort(key))}
        />
      </div>
      {failed ? (
        <p role="alert" className="flex flex-wrap gap-x-3 text-caption text-bad-text" data-failure={item.failure}>
          <span className="min-w-0 flex-1">{statusText}</span>
          {item.reason === 'storage.insufficient' && (
            <Link to={paths.resources()} className="font-semibold underline">
              {t('makeRoom')}
            </Link>
          )}
        </p>
      ) : (
        state !== 'done' && <ProgressBar label={t('progressOf', { name })} value={share} thin className="mt-1" />
      )}
      {statusBelow && <p className="mt-1 text-caption text-text-2">{statusText}</p>}
      {isOtherFile && (
        <p role="alert" className="mt-1 text-caption text-bad-text">
          {t('otherFile')}
        </p>
      )}
      {item.fileMissing && (
        <input
          ref={input}
          type="file"
          hidden
          aria-hidden
          data-choose="again"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void resume(file)
            event.target.value = ''
          }}
        />
      )}
    </li>
  )
}

/** Follows the server's conversion of a file: by live hints, and every 3 s in case one is lost. */
export function UploadPolling({ item, id }: { item: Item; id: string }) {
  const { data } = useQuery({ ...query('GET /api/uploads/:id', { params: { id }, query: {} }), refetchInterval: 3000, staleTime: 0 })
  useEffect(() => {
    if (!data) return
    uploads.follow(item.key, data)
    if (data.status !== 'processing') void invalidate('GET /api/uploads', 'GET /api/courses/:id/content')
  }, [data, item.key])
  return null
}
