import { useQuery } from '@tanstack/react-query'
import { CircleAlert, File as FileIcon, FileText, FileVideo2, Image, Pause, Play, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { outdate, query } from '../../queries.ts'
import { classes } from '../../ui/class-names.ts'
import { percent } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { shareOf, useItemWords } from './upload-progress.tsx'
import { uploads } from './uploads.ts'
import type { Item } from './queue.ts'

/** A file on its way: what it is called, how far it is, what can be done about it. */
export function TrayLine({ item }: { item: Item }) {
  const t = useTexts('upload')
  const words = useItemWords()(item)
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
  // Long words leave the line to the name.
  const below = (state === 'paused' && (!item.byBlocks || item.away)) || (state === 'processing' && item.playable)
  const input = useRef<HTMLInputElement>(null)
  const [other, setOther] = useState(false)
  // What an earlier page left is opened by its handle, else asked for.
  const resume = async (given?: File) => {
    if (!item.away) return uploads.again(key)
    const now = await uploads.takeUp(key, given)
    setOther(now === 'other')
    if (now === 'file' && !given) input.current?.click()
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
        {!failed && !below && (
          <span className="shrink-0 text-caption text-text-2" role={state === 'done' ? 'status' : undefined}>
            {words}
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
            onClick={() => uploads.again(key)}
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
        <p role="alert" className="flex flex-wrap gap-x-3 text-caption text-bad-text" data-mark={item.mark}>
          <span className="min-w-0 flex-1">{words}</span>
          {item.reason === 'storage.insufficient' && (
            <Link to={paths.resources()} className="font-semibold underline">
              {t('makeRoom')}
            </Link>
          )}
        </p>
      ) : (
        state !== 'done' && <ProgressBar label={t('progressOf', { name })} value={share} thin className="mt-1" />
      )}
      {below && <p className="mt-1 text-caption text-text-2">{words}</p>}
      {other && (
        <p role="alert" className="mt-1 text-caption text-bad-text">
          {t('otherFile')}
        </p>
      )}
      {item.away && (
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

/** Follows what the server makes of a file: by live hints, and every few seconds in case one was lost. */
export function Follow({ item, id }: { item: Item; id: string }) {
  const { data } = useQuery({ ...query('GET /api/uploads/:id', { params: { id } }), refetchInterval: 3000, staleTime: 0 })
  useEffect(() => {
    if (!data) return
    uploads.follow(item.key, data)
    if (data.status !== 'processing') void outdate('GET /api/uploads', 'GET /api/courses/:id/all-activities')
  }, [data, item.key])
  return null
}
