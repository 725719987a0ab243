import type { AnyNode, Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'

/** Marks where a script would run; no sanitized vector contains it. */
export const PAYLOAD = 'pwned()'

/**
 * Ways to get a script, a frame, a form, a foreign request or a page ID past a sanitizer: the classic ones, mutation
 * XSS, and those that break out of the surrounding element.
 */
export const HOSTILE_HTML: readonly string[] = [
  // Elements that run, load or request.
  '<script>pwned()</script>',
  '<SCRIPT SRC="https://evil.example/x.js"></SCRIPT>',
  '<scr<script>ipt>pwned()</scr</script>ipt>',
  '<script/x>pwned()</script >',
  '<script\n>pwned()</script\t\n bar>',
  '<script>pwned()',
  '<sc\0ript>pwned()</sc\0ript>',
  '<iframe src="javascript:pwned()"></iframe>',
  '<iframe srcdoc="<script>pwned()</script>"></iframe>',
  '<iframe srcdoc="&lt;img src=x onerror=pwned()&gt;">',
  '<object data="data:text/html,<script>pwned()</script>"></object>',
  '<embed src="javascript:pwned()">',
  '<applet code="pwned()"></applet>',
  '<frameset><frame src="javascript:pwned()"></frameset>',
  '<form action="javascript:pwned()"><input type=submit><button formaction="javascript:pwned()">x</button></form>',
  '<input autofocus onfocus="pwned()">',
  '<isindex action="javascript:pwned()" type=image>',
  '<select autofocus onfocus="pwned()"><option>x</select>',
  '<textarea autofocus onfocus="pwned()">x</textarea>',
  '<meta http-equiv="refresh" content="0;url=javascript:pwned()">',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; p { background: url(javascript:pwned()) }</style>',
  '<video><source onerror="pwned()"></video>',
  '<audio src=x onerror="pwned()"></audio>',
  '<video poster="javascript:pwned()">',
  '<marquee onstart="pwned()">x</marquee>',
  '<dialog open onclose="pwned()">x</dialog>',
  '<portal src="https://evil.example/"></portal>',
  '<custom-element onclick="pwned()">x</custom-element>',
  // Attributes.
  '<img src=x onerror=pwned()>',
  '<img src=x onerror="pwned()"//',
  '<img src="/a.png"onerror="pwned()">',
  "<img src='/a.png'onload='pwned()'>",
  '<img/src="/a.png"/onerror="pwned()">',
  '<img """><script>pwned()</script>">',
  '<img src=`x` onerror=`pwned()`>',
  '<img src="/a.png" onerror\n=\n"pwned()">',
  '<img src="/a.png" ONERROR="pwned()">',
  '<img src="/a.png" o\0nerror="pwned()">',
  '<img src="/a.png" srcset="https://evil.example/x.png 2x">',
  '<img src="https://evil.example/pixel.png">',
  '<img src="//evil.example/pixel.png">',
  '<img src="/\\evil.example/pixel.png">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9cHduZWQoKT4=">',
  '<img src="data:text/html;base64,PHNjcmlwdD4=">',
  '<img src="data:image/png;base64,AAAA&quot; onerror=pwned()">',
  '<img lowsrc="javascript:pwned()" dynsrc="javascript:pwned()">',
  '<p onclick="pwned()" onpointerrawupdate="pwned()">x</p>',
  '<p style="background: url(javascript:pwned())">x</p>',
  '<p style="width: expression(pwned())">x</p>',
  '<div style="position: fixed; inset: 0" class="verdict">All services work</div>',
  '<details open ontoggle="pwned()"><summary>x</summary></details>',
  '<td background="javascript:pwned()">x</td>',
  '<table background="javascript:pwned()"><tr><td>x</table>',
  '<p =x onclick="pwned()">x</p>',
  '<p a="1"b=\'2\'onclick=pwned()>x</p>',
  '<p title="</p><script>pwned()</script>">x</p>',
  '<a href="/faq" title="&quot; onclick=&quot;pwned()">x</a>',
  '<a href="/faq" title=\'" onclick="pwned()\'>x</a>',
  '<p __proto__="x" constructor="y" onclick="pwned()">x</p>',
  '<b is="custom-element" slot="x" part="y" popover tabindex=1 autofocus contenteditable>x</b>',
  // URLs.
  '<a href="javascript:pwned()">x</a>',
  '<a href="JaVaScRiPt:pwned()">x</a>',
  '<a href="&#x6a;avascript:pwned()">x</a>',
  '<a href="&#106&#97&#118&#97&#115&#99&#114&#105&#112&#116&#58pwned()">x</a>',
  '<a href="&#0000106avascript&colon;pwned()">x</a>',
  '<a href="java\tscript:pwned()">x</a>',
  '<a href="java&Tab;script&colon;pwned()">x</a>',
  '<a href="java&NewLine;script:pwned()">x</a>',
  '<a href="java\0script:pwned()">x</a>',
  '<a href=" \u0001\u0002 javascript:pwned()">x</a>',
  '<a href="\u00a0javascript:pwned()">x</a>',
  '<a href="javascript\u200b:pwned()">x</a>',
  '<a href="javascript&#58;//%0apwned()">x</a>',
  '<a href="vbscript:pwned()">x</a>',
  '<a href="livescript:pwned()">x</a>',
  '<a href="data:text/html,<script>pwned()</script>">x</a>',
  '<a href="data:image/png;base64,AAAA">x</a>',
  '<a href="blob:https://evil.example/pwned()">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="feed:javascript:pwned()">x</a>',
  '<a href="view-source:javascript:pwned()">x</a>',
  '<a href="//evil.example/">x</a>',
  '<a href="/\\evil.example/">x</a>',
  '<a href="/\t/evil.example/">x</a>',
  '<a href="\\\\evil.example/">x</a>',
  '<a href="/.//evil.example/">x</a>',
  '<a href="https://northwall.example@evil.example/">x</a>',
  '<a href="https://evil.example/" target="_blank" rel="opener" ping="https://evil.example/ping" download>x</a>',
  '<a href="/faq" href="javascript:pwned()">x</a>',
  '<a HREF="javascript:pwned()" href="/faq">x</a>',
  '<a xlink:href="javascript:pwned()">x</a>',
  '<area href="javascript:pwned()" shape=default>',
  '<blockquote cite="javascript:pwned()">x</blockquote>',
  // Foreign content and parser differentials.
  '<svg onload="pwned()">',
  '<svg><script>pwned()</script></svg>',
  '<svg/onload=pwned()//',
  '<svg><a xlink:href="javascript:pwned()"><text>x</text></a></svg>',
  '<svg><animate onbegin="pwned()" attributeName="x" dur="1s"></svg>',
  '<svg><set attributeName="href" to="javascript:pwned()"></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x><script>pwned()</script></svg>#x"></svg>',
  '<svg><foreignObject><iframe srcdoc="pwned()"></iframe></foreignObject></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=pwned()>">',
  '<svg><style><img src=x onerror=pwned()></style></svg>',
  '<svg><title><style><!--</style><img src=x onerror=pwned()>--></title></svg>',
  '<svg><desc><![CDATA[</desc><img src=x onerror=pwned()>]]></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwned()&gt;">',
  '<math><mtext><table><mglyph><style><math><img src onerror=pwned()></style></table>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=pwned()>',
  '<math><annotation-xml encoding="text/html"><style></math><img src onerror=pwned()></style></annotation-xml></math>',
  '<math href="javascript:pwned()">x</math>',
  '<math><maction actiontype="statusline" xlink:href="javascript:pwned()">x</maction></math>',
  '<noscript><p title="</noscript><img src=x onerror=pwned()>">',
  '<noscript><style></noscript><img src=x onerror=pwned()></style>',
  '<template><script>pwned()</script></template>',
  '<template shadowrootmode="open"><img src=x onerror=pwned()></template>',
  '<template><style></template><img src=x onerror=pwned()></style>',
  '<xmp><p title="</xmp><img src=x onerror=pwned()>">',
  '<noembed><img title="</noembed><img src onerror=pwned()>"></noembed>',
  '<noframes><style></noframes><img src=x onerror=pwned()></style>',
  '<title><img title="</title><img src=x onerror=pwned()>"></title>',
  '<textarea><img title="</textarea><img src=x onerror=pwned()>"></textarea>',
  '<select><style></select><img src=x onerror=pwned()></style>',
  '<option>&lt;script&gt;pwned()&lt;/script&gt;</option>',
  '<plaintext><img src=x onerror=pwned()>',
  '<style><style/><img src=x onerror=pwned()>',
  '<!--><img src=x onerror=pwned()>-->',
  '<!---!><img src=x onerror=pwned()>-->',
  '<!-- --!><img src=x onerror=pwned()> -->',
  '<!--[if IE]><script>pwned()</script><![endif]-->',
  '<![CDATA[><img src=x onerror=pwned()>]]>',
  '<?xml version="1.0"?><?php ><img src=x onerror=pwned()> ?>',
  '<!DOCTYPE x [<!ENTITY e "<script>pwned()</script>">]>',
  '</ onclick="pwned()"><img src=x onerror=pwned()>',
  '<x foo="<!--" bar="--><img src=x onerror=pwned()>">',
  "<%<!--'%><script>pwned();</script -->",
  '<a href="/faq"<script>pwned()</script>',
  '<img src=x onerror=pwned() ',
  '<p title="unclosed <script>pwned()</script>',
  '<<script>pwned();//<</script>',
  '<b><script</b><script>pwned()</script>',
  // IDs used by the page.
  '<h2 id="root">x</h2>',
  '<h2 id="main">x</h2>',
  '<h2 id="candor-data">{"page":1}</h2>',
  '<h2 id="update-7">x</h2>',
  '<h3 id="row-12">x</h3>',
  '<h2 id="__proto__">x</h2>',
  '<h2 id="_R_1_">x</h2>',
  '<div id="how">x</div><p id="why">x</p><span id="who">x</span>',
  '<a id="x" name="body" href="/faq">x</a><a id="x" name="y" href="/faq">x</a>',
  '<img name="getElementById" id="cookie" src="/a.png">',
  '<form name="body"><input name="firstChild" id="attributes"></form>',
  '<object id="scripts"></object><embed name="forms">',
  // Out of the surrounding element.
  '</div></div></main></body></html><p>x</p>',
  '<li>x</li></ul></li>',
  '<ul><li><div><li>x</li></div></li></ul>',
  '<dl><dd><div><dd>x</dd></div></dd></dl>',
  '<table><div><table></table></div></table><p>x</p>',
  '<h3><div><h2><h4>x</h4></h2></div></h3>',
  '<p><b><div><p>x</p></div></b></p>',
  '<a href="/faq"><div><a href="/faq">x</a></div></a>',
  '<table><tr><td><b><tr><td>x</b></table>',
  '<table><caption><tr><td><caption>x</table>',
  '<body onload="pwned()"><html onclick="pwned()"><head><title>x</title></head>',
]

/** Everything a body must not contain, element by element; independent of the sanitizer's code. */
export function faultsIn(html: string): string[] {
  const faults: string[] = []
  const visit = (node: AnyNode) => {
    if (node.type === 'tag') {
      faults.push(...faultsOf(node))
      node.children.forEach(visit)
    } else if (node.type !== 'text') {
      faults.push(`a ${node.type}`)
    }
  }
  parseDocument(html).children.forEach(visit)
  return faults
}

const ELEMENTS =
  /^(?:p|br|hr|h[2-4]|[uo]l|li|d[ltd]|a|strong|em|[bius]|su[pb]|code|pre|kbd|blockquote|table|caption|t(?:head|body|foot|[rhd])|img|details|summary|time|span|div)$/

const ATTRIBUTES: Record<string, RegExp> = {
  'a href': /^(?:#[\w%-]+$|\/(?![/\\])|https?:\/\/[^/@\s]+\/|mailto:|tel:)[^\s\\]*$/,
  'a title': /^/,
  'a rel': /^noopener noreferrer$/,
  'img src': /^(?:\/(?![/\\])[^\s\\]*|data:image\/(?:png|jpeg|gif|webp);base64,[\w+/]+=*)$/,
  'img alt': /^/,
  'img width': /^\d{1,4}$/,
  'img height': /^\d{1,4}$/,
  'time datetime': /^/,
  ...Object.fromEntries(['h2', 'h3', 'h4'].map((tag) => [`${tag} id`, /^(?!(?:update|row)-)[a-z0-9-]+$/])),
  ...Object.fromEntries(
    ['th', 'td'].flatMap((tag) => [
      [`${tag} scope`, /^(?:row|col)(?:group)?$/],
      [`${tag} colspan`, /^\d{1,3}$/],
      [`${tag} rowspan`, /^\d{1,3}$/],
    ]),
  ),
}

function faultsOf({ name, attribs }: Element): string[] {
  if (!ELEMENTS.test(name)) return [`<${name}>`]
  const bad = Object.entries(attribs).filter(([key, value]) => !ATTRIBUTES[`${name} ${key}`]?.test(value))
  const isHalfLink = name === 'a' && /^https?:/.test(attribs.href ?? '') && attribs.rel === undefined
  return [
    ...bad.map(([key, value]) => `<${name} ${key}="${value}">`),
    ...(isHalfLink ? ['a link without rel'] : []),
  ]
}
