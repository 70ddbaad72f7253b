// Prints a text on a page of its own: the rest of the window is hidden while the print dialog is open.
import './print.css'

export function printText(title: string, text: string): void {
  const sheet = document.createElement('section')
  sheet.className = 'print-sheet'
  const heading = document.createElement('h1')
  heading.textContent = title
  const body = document.createElement('pre')
  body.textContent = text
  sheet.append(heading, body)
  document.body.append(sheet)
  document.documentElement.dataset.printing = ''
  const end = () => {
    sheet.remove()
    delete document.documentElement.dataset.printing
  }
  window.addEventListener('afterprint', end, { once: true })
  window.print()
}
