// Exhibits of rich text and its editor.
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import { RichTextEditor } from '../../ui/editor/rich-text-editor.tsx'
import { exhibit } from '../exhibit.ts'

const dot =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" fill="%2359a8a5"/></svg>'
const marsh = '0197f0a0-0000-7000-8000-000000000001'
const pictures = new Map([[marsh, dot]])
const html = `<h2>Salt marshes</h2>
<p>Where <strong>land</strong> and <em>sea</em> meet, see <a href="https://example.org/marsh">the survey</a> and <code>depth.py</code>.</p>
<ul><li><p>high marsh</p></li><li><p>low marsh</p><ol><li><p>mud</p></li></ol></li></ul>
<blockquote><p>Twice a day the sea comes home.</p></blockquote>
<p>The speed is <span data-latex="v=\\sqrt{g\\,d}">v</span>, and over a tide</p>
<div data-latex="\\int_0^T v\\,dt = \\frac{1}{2}\\sum_{i=1}^n a_i">i</div>
<table><tbody><tr><th>Day</th><th>Depth</th></tr><tr><td>Monday</td><td>1.2 m</td></tr><tr><td>Tuesday</td><td>0.9 m</td></tr></tbody></table>
<pre><code data-language="python">def depth(t):
    return 1.2 * cos(2 * pi * t / period) + 0.3 * cos(4 * pi * t / period + phase)</code></pre>
<p><img data-upload="${marsh}" alt="A marsh at low tide" width="240"></p>
<p><a data-upload="${marsh}">The picture as a file</a></p>`

/** Arabic, Jawi and Hebrew with an English line between them. */
const fromTheRight = `<h2>المد والجزر</h2>
<p>يرتفع البحر مرتين في اليوم: <span data-latex="v=\\sqrt{g\\,d}">v</span>.</p>
<p>The survey is in English.</p>
<ul><li><p>مستنقع مرتفع</p></li><li><p>مستنقع منخفض</p></li></ul>
<ol type="a"><li>אחת</li><li>שתיים</li></ol>
<blockquote><p>ايره ماسين دان ايره تاور</p></blockquote>
<table><tbody><tr><th>اليوم</th><th>العمق</th></tr><tr><td>الاثنين</td><td>1.2 m</td></tr></tbody></table>`

let attempts = 0
const Editor = ({ start = html, error, readOnly }: { start?: string; error?: string; readOnly?: boolean }) => {
  const [value, setValue] = useState(start)
  return (
    <>
      <RichTextEditor
        label="Text"
        value={value}
        onChange={setValue}
        help="Students read it on the page"
        error={error}
        pictureSource={(upload) => pictures.get(upload)}
        uploadFile={async (file) => {
          await new Promise((done) => setTimeout(done, 100))
          if (file.name.startsWith('broken') && ++attempts === 1) throw new Error('The network is gone.')
          return marsh
        }}
        {...(readOnly && { readOnly })}
      />
      <output aria-label="Reported" className="block text-caption break-all text-text-3">
        {value}
      </output>
    </>
  )
}

export default exhibit({
  read: <RichText html={html} files={pictures} className="max-w-(--measure)" />,
  'from the right': <RichText html={fromTheRight} className="max-w-(--measure)" />,
  'links within a text': <RichText html='<p><a href="#text-low">Low water</a></p><p>…</p><h3 id="text-low">Low</h3>' size="body" />,
  'in an interface': <RichText html="<p>Bring <strong>boots</strong> and <span data-latex='2^3'>8</span> jars.</p>" size="body" />,
  'a picture whose file is gone': (
    <RichText html={`<p>Low water.</p><p><img data-upload="${marsh}" alt="A marsh"></p>`} files={new Map()} size="body" />
  ),
  'a formula that cannot be read': <RichText html='<p>So <span data-latex="\\frac{a">\\frac{a</span>.</p>' size="body" />,
  'what is not allowed': (
    <RichText
      size="body"
      html={
        '<p style="position:fixed;inset:0" onclick="alert(1)">Only <svg><script>alert(1)</script></svg>words, <a href="http://[">no address</a></p><iframe src="/"></iframe>'
      }
    />
  ),
  written: { alone: true, show: Editor, until: '[contenteditable] math' },
  empty: { alone: true, show: <Editor start="" error="Write the page first" /> },
  'written from the right': { alone: true, show: <Editor start={fromTheRight} />, until: '[contenteditable] math' },
  'read only': { alone: true, show: <Editor readOnly start="<p>Only to read</p>" />, until: 'text=Only to read' },
  'in a dialog': {
    alone: true,
    show: (
      <Dialog open title="Section" onClose={() => {}} footer={<Button variant="primary">Save</Button>}>
        <Editor start="" />
      </Dialog>
    ),
    until: '[contenteditable]',
  },
  formula: { alone: true, show: <Editor start="" />, press: 'Formula' },
  link: { alone: true, show: <Editor start="" />, press: 'Link (Ctrl+K)', until: 'main [role=group] input' },
})
