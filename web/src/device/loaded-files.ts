// Files of the build that this page has loaded since its start. The browser's own list of them ends at 250 entries, the calls of a page included.
const files = new Set<string>()

export function noteLoadedFiles(): void {
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (name.startsWith(`${location.origin}/assets/`)) files.add(name)
  })
  observer.observe({ type: 'resource', buffered: true })
}
export const loadedFiles = (): readonly string[] => [...files]
