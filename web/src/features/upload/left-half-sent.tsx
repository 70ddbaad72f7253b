import { FileUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { leftHalfSent, isSameFile, uploads, useUploads } from '../../uploads.ts'
import { blockCount } from './blocks.ts'
import { forget, type Kept } from './resume.ts'

/** Uploads by blocks that a closed page left half sent: choosing the same file goes on with the blocks that are there. */
export function LeftHalfSent() {
  const t = useTexts('upload')
  const { open } = useUploads()
  const [left, setLeft] = useState<Kept[]>([])
  const [wrong, setWrong] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const wanted = useRef<Kept>(undefined)
  useEffect(() => {
    let alive = true
    void leftHalfSent().then((all) => {
      const going = new Set(uploads.snapshot().map((one) => one.uploadId))
      if (alive) setLeft(all.filter((one) => !going.has(one.ticket.id)))
    })
    return () => {
      alive = false
    }
  }, [open])
  const take = async (file: File | undefined) => {
    const of = wanted.current
    if (!file || !of) return
    if (!(await isSameFile(file, of))) return setWrong(of.key)
    setWrong(undefined)
    setLeft((now) => now.filter((one) => one.key !== of.key))
    uploads.add([file])
  }
  const drop = (one: Kept) => {
    setLeft((now) => now.filter(({ key }) => key !== one.key))
    void forget(one.key)
  }
  if (left.length === 0) return null
  return (
    <section aria-label={t('halfSent')} className="rounded-card border border-info-line bg-info-soft p-3.5 text-info-text">
      <h2 className="text-small font-semibold">{t('halfSent')}</h2>
      <ul className="mt-1.5 space-y-1.5">
        {left.map((one) => (
          <li key={one.key} className="flex flex-wrap items-center gap-2 text-small">
            <span className="min-w-40 flex-1">
              <span className="font-medium break-all">{one.name}</span> ·{' '}
              {t('blocksThere', { there: one.contexts.length, of: blockCount(one.size) })}
              {wrong === one.key && (
                <span role="alert" className="block text-bad-text">
                  {t('otherFile')}
                </span>
              )}
            </span>
            <Button
              size="sm"
              icon={FileUp}
              onClick={() => {
                wanted.current = one
                input.current?.click()
              }}
            >
              {t('chooseAgain')}
            </Button>
            <IconButton size="sm" label={t('forget', { name: one.name })} icon={X} iconSize={15} onClick={() => drop(one)} />
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </section>
  )
}
