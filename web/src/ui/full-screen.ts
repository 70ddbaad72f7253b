/** Shows the element on the whole screen, or ends what is shown so. A browser that cannot, or that refuses, leaves it where it is. */
export function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void element?.requestFullscreen?.().catch(() => {})
}
