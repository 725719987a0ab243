import './api-docs-page.css'
import { anchorOf, endpointsByTag, type OpenApiDocument } from '../parts/api-docs/open-api-document.ts'
import { OperationSection } from '../parts/api-docs/operation-section.tsx'
import { Ticked } from '../parts/api-docs/ticked.tsx'

/** The API in readable form, made from its OpenAPI document; needs neither scripts nor the network. */
export function ApiDocs({ document }: { document: OpenApiDocument }) {
  const groups = endpointsByTag(document)
  return (
    <main className="api-docs">
      <header className="api-docs-head">
        <p>
          <a href="/">To the site</a>
        </p>
        <h1>{document.info.title}</h1>
        <p>
          {document.info.description !== undefined && <Ticked>{document.info.description}</Ticked>} Version{' '}
          {document.info.version}, also as <a href="/api/openapi.json">OpenAPI document</a>.
        </p>
      </header>
      <nav className="api-docs-contents" aria-label="Operations">
        {groups.map(({ tag, endpoints }) => (
          <div key={tag}>
            <p>{tag}</p>
            <ul>
              {endpoints.map((endpoint) => (
                <li key={anchorOf(endpoint)}>
                  <a href={`#${anchorOf(endpoint)}`}>{endpoint.path}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="api-docs-groups">
        {groups.map(({ tag, endpoints }) => (
          <section key={tag} className="api-docs-group">
            <h2>{tag}</h2>
            <TagWords document={document} tag={tag} />
            {endpoints.map((endpoint) => (
              <OperationSection key={anchorOf(endpoint)} endpoint={endpoint} document={document} />
            ))}
          </section>
        ))}
      </div>
    </main>
  )
}

function TagWords({ document, tag }: { document: OpenApiDocument; tag: string }) {
  const description = document.tags?.find(({ name }) => name === tag)?.description
  return description === undefined ? null : (
    <p className="api-docs-tag-words">
      <Ticked>{description}</Ticked>
    </p>
  )
}
