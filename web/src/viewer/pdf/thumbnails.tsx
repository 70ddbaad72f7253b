import { type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from '../../ui/class-names.ts'
import type { PDFDocumentProxy, RenderTask } from './open-pdf.ts'

const width = 104

/** The pages small, drawn when they come near; a press goes there. */
export function Thumbnails({
  doc,
  sizes,
  page,
  rotation,
  label,
  labelOf,
  onGo,
}: {
  doc: PDFDocumentProxy
  sizes: readonly { width: number; height: number }[]
  page: number
  rotation: number
  label: string
  labelOf: (page: number) => string
  onGo: (page: number) => void
}) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const one = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (one && list.current) list.current.scrollTop = one.offsetTop - list.current.clientHeight / 2
  }, [page])
  return (
    <nav
      ref={list}
      aria-label={label}
      className="relative flex w-[136px] shrink-0 flex-col items-center gap-2 overflow-y-auto border-r border-line bg-surface py-3 max-tablet:hidden"
    >
      {sizes.map((size, nth) => (
        <button
          key={nth}
          type="button"
          aria-label={labelOf(nth + 1)}
          aria-current={page === nth + 1 ? 'page' : undefined}
          onClick={() => onGo(nth + 1)}
          className={classes('shrink-0 rounded-mark border-2 bg-[#fff]', page === nth + 1 ? 'border-accent' : 'border-line')}
          style={{ width: width + 4, height: Math.round((size.height / size.width) * width) + 4 }}
        >
          <Small doc={doc} number={nth + 1} rotation={rotation} root={list} />
        </button>
      ))}
    </nav>
  )
}

function Small({
  doc,
  number,
  rotation,
  root,
}: {
  doc: PDFDocumentProxy
  number: number
  rotation: number
  root: RefObject<HTMLElement | null>
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!canvas.current) return
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: root.current,
      rootMargin: '200px 0px',
    })
    watch.observe(canvas.current)
    return () => watch.disconnect()
  }, [root])
  useEffect(() => {
    if (!near) return
    let drawing: RenderTask | undefined
    let alive = true
    void (async () => {
      const page = await doc.getPage(number)
      const turned = (page.rotate + rotation) % 360
      const view = page.getViewport({ scale: (width * 1.5) / page.getViewport({ scale: 1, rotation: turned }).width, rotation: turned })
      if (!alive || !canvas.current) return
      canvas.current.width = Math.floor(view.width)
      canvas.current.height = Math.floor(view.height)
      drawing = page.render({ canvas: canvas.current, viewport: view })
      await drawing.promise
    })().catch(() => {
      // cancelled, or broken: it stays white
    })
    return () => {
      alive = false
      drawing?.cancel()
    }
  }, [doc, number, rotation, near])
  return <canvas ref={canvas} aria-hidden className="size-full" />
}
