// The sounds and films of a text of a paper: each is loaded once somebody plays it, as often as they like.
import { CirclePlay } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { type MediaFile, mediaIn } from './media.ts'
import type { PaperFiles } from './paper-files.ts'

const Player = lazy(async () => {
  const [module] = await Promise.all([import('../../../player/player.tsx'), texts('player')])
  return { default: module.Player }
})

/** Texts of the `exam` feature. */
export function PaperMedia({ html, files }: { html: string; files: PaperFiles | undefined }): ReactNode {
  if (!files) return null
  return mediaIn(html, files.known, false).map((media) => <Clip key={media.id} media={media} files={files} />)
}

function Clip({ media: { name, file }, files }: { media: MediaFile; files: PaperFiles }) {
  const t = useTexts('exam')
  const [open, setOpen] = useState(false)
  const title = name || t('clip')
  if (!file) return null
  return (
    <section aria-label={title} className="my-3 max-w-[640px] rounded-card border border-line bg-surface p-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 className="min-w-0 flex-1 basis-40 text-body font-semibold wrap-break-word">{title}</h4>
        {!open && (
          <Button icon={CirclePlay} onClick={() => setOpen(true)}>
            {t('play')}
          </Button>
        )}
      </div>
      {open && (
        <div className="mt-3">
          <Suspense fallback={<SkeletonText lines={2} />}>
            <Player
              title={title}
              source={new URL(file.url, files.bytesOrigin).href}
              grantedAt={files.at}
              audio={file.type.startsWith('audio')}
              duration={0}
              loud
              onRenew={files.renew}
            />
          </Suspense>
        </div>
      )}
    </section>
  )
}
