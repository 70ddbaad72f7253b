// Stage of an image, or of the JPEG made of one that browsers do not draw: fitted to the room, or zoomed, with panning by drag, scroll and arrow keys.
import { useEffect, useRef, useState } from 'react'
import { toShown, turnsOf } from '../anchors/geometry.ts'
import { useTexts } from '../i18n.ts'
import { timeWithSeconds } from '../ui/format.ts'
import { Failed } from '../ui/states.tsx'
import { NotConverted, useRenewalAfterFailure } from './not-converted.tsx'
import { pictureOf, type StageProps } from './stage.ts'

export default function ImageStage(props: StageProps) {
  const { view, onRenew } = props
  useRenewalAfterFailure(view, onRenew)
  return view.preview && !pictureOf(view) ? <NotConverted {...props} /> : <Picture {...props} />
}

function Picture({ view, address, zoom, onFit, turns, onRenew, layer, onHandle }: StageProps) {
  const t = useTexts('viewer')
  const box = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState({ width: 0, height: 0 })
  const [natural, setNatural] = useState<{ width: number; height: number }>()
  const [failedAt, setFailedAt] = useState(0)
  const latestTurns = useRef(turns)
  latestTurns.current = turns
  const source = view.urls.file ? address(view.urls.file) : undefined
  useEffect(() => setFailedAt(0), [source])
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setAvailable({ width, height })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!onHandle) return
    const goTo = (_: number, y = 0) => {
      const region = box.current
      if (!region) return
      const [, down] = toShown([0, y], turnsOf(latestTurns.current))
      region.scrollTop = down * region.scrollHeight - region.clientHeight / 3
    }
    onHandle({ present: () => 1, goTo })
    return () => onHandle(undefined)
  }, [onHandle])
  const sideways = turns % 2 === 1
  const width = sideways ? natural?.height : natural?.width
  const height = sideways ? natural?.width : natural?.height
  const fit = width && height && available.width ? Math.max(0.2, Math.min(1, available.width / width, available.height / height)) : 1
  useEffect(() => onFit(fit), [fit])
  const scale = zoom ?? fit
  const drag = useRef<{ x: number; y: number }>(undefined)
  if (failedAt || !source)
    return (
      <div className="p-6">
        <Failed title={t('imageFailed')} at={timeWithSeconds(failedAt || Date.now())} onRetry={onRenew} />
      </div>
    )
  return (
    <div
      ref={box}
      role="region"
      aria-label={view.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.pointerType !== 'mouse' || event.button !== 0) return
        drag.current = { x: event.clientX, y: event.clientY }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!drag.current) return
        event.currentTarget.scrollBy(drag.current.x - event.clientX, drag.current.y - event.clientY)
        drag.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerUp={() => {
        drag.current = undefined
      }}
      className="flex h-full overflow-auto focus-visible:-outline-offset-2"
    >
      <div className="relative m-auto shrink-0" style={{ width: (width ?? 0) * scale, height: (height ?? 0) * scale }}>
        <img
          src={source}
          alt={view.name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            // an SVG without an intrinsic size
            setNatural({ width: naturalWidth || 800, height: naturalHeight || 600 })
          }
          onError={() => setFailedAt(Date.now())}
          style={{
            width: (natural?.width ?? 0) * scale,
            height: (natural?.height ?? 0) * scale,
            transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
          }}
          className="absolute top-1/2 left-1/2 max-w-none bg-[#fff]"
        />
        {width && height && layer?.(1, { width, height })}
      </div>
    </div>
  )
}
