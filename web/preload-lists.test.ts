// The frame without its list of files: styles are still named, the other files once the list is loaded.
import { expect, test, vi } from 'vitest'
import { preloadLists } from './preload-lists.ts'

const listed = `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/page-1.js","assets/page-2.css","assets/table-3.js"])))=>i.map(i=>d[i]);`

function build(code: string) {
  const files: { fileName: string; source: string }[] = []
  const frame = { type: 'chunk', name: 'frame', code }
  const error = (text: string) => {
    throw new Error(text)
  }
  const { handler } = preloadLists().generateBundle as unknown as { handler: (this: unknown, options: unknown, bundle: unknown) => void }
  handler.call({ error, emitFile: (file: (typeof files)[0]) => files.push(file) }, {}, { 'assets/frame-4.js': frame })
  return { code: frame.code, files }
}

test('the list is a file of its own, which the first movement loads', async () => {
  const { code, files } = build(`${listed}start()`)
  expect(files).toEqual([
    {
      type: 'asset',
      fileName: expect.stringMatching(/^assets\/preload-lists-[\w-]{8}\.js$/),
      source: expect.stringContaining('["assets/page-1.js"'),
    },
  ])
  expect(code).toContain(`import("./${files[0]?.fileName.split('/')[1]}")`)
  expect(code).not.toContain('page-1')

  const listeners = new Map<string, () => void>()
  const listen = vi.fn((event: string, listener: () => void) => void listeners.set(event, listener))
  const load = async () => ({ default: ['a.js', 'b.css', 'c.js'] })
  const run = new Function('addEventListener', 'load', 'start', `${code.replace('import(', 'load(')};return __vite__mapDeps`)
  const filesOf = run(listen, load, () => {}) as (indices: number[]) => string[]
  expect(filesOf([0, 1, 2])).toEqual(['assets/page-2.css'])
  expect([...listeners.keys()]).toEqual(['pointerover', 'keydown'])
  listeners.get('pointerover')?.()
  await expect.poll(() => filesOf([0, 1, 2])).toEqual(['a.js', 'b.css', 'c.js'])
})

test('a frame that keeps its list in another way fails the build', () => {
  expect(() => build('start()')).toThrow('another way')
})
