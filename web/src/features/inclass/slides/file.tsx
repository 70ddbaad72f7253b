// A file as slides: the page of one that has pages, else the file in the viewer.
import { lazy, Suspense } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { Bone, Empty } from '../../../ui/states.tsx'
import type { Shown } from '../queries.ts'
import { useSlides } from './use-slides.ts'

const Slide = lazy(() => import('./slide.tsx'))
const Viewer = lazy(async () => (await Promise.all([import('../../../viewer/viewer.tsx'), texts('viewer', 'player', 'kinds')]))[0])

export function SlideFile({ shown, onCount }: { shown: Shown; onCount?: (count: number) => void }) {
  const t = useTexts('inclass')
  const { file, missing, error, errorAt, retry, loaded, pdf } = useSlides(shown)
  if (error && !loaded) return <ReadFailed title={t('slideFailed')} error={error} at={errorAt} onRetry={retry} />
  if (missing) return <Empty title={t('slideMissing')} />
  if (!file || !loaded) return <Bone className="h-64" />
  return (
    <Suspense fallback={<Bone className="h-64" />}>
      {pdf ? (
        <Slide source={pdf} page={shown.page ?? 1} {...(onCount && { onCount })} />
      ) : (
        <Viewer
          files={[{ id: file.upload_id, name: file.name }]}
          index={0}
          onMove={() => {}}
          grant={file.grant}
          onRenew={retry}
          className="surface-card h-[70vh] overflow-hidden"
        />
      )}
    </Suspense>
  )
}
