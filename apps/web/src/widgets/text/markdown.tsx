import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { TargetLink } from '../../shared/widgets/target-link.tsx';
import classes from './markdown.module.css';

/** Blocks of a text. What is no Markdown stays text, HTML too. */
export function parseMarkdown(markdown: string): Token[] {
  return lexer(markdown);
}

interface MarkdownProps {
  tokens: readonly Token[];
  /** Fills placeholders in what is text; code stays as it is written. */
  fill: (text: string) => string;
}

/** A text with headings, lists, tables, links and code. Nothing of it is handed to the browser as HTML. */
export function Markdown({ tokens, fill }: MarkdownProps) {
  return <div className={classes.text}>{draw(tokens, fill)}</div>;
}

function draw(tokens: readonly Token[], fill: MarkdownProps['fill']): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no names, and a changed text is drawn as a whole
  return tokens.map((token, index) => <Fragment key={index}>{drawToken(token as MarkedToken, fill)}</Fragment>);
}

function drawToken(token: MarkedToken, fill: MarkdownProps['fill']): ReactNode {
  const inner = 'tokens' in token && token.tokens ? draw(token.tokens, fill) : undefined;
  switch (token.type) {
    case 'heading':
      return <Heading depth={token.depth}>{inner}</Heading>;
    case 'paragraph':
      return <p>{inner}</p>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'em':
      return <em>{inner}</em>;
    case 'del':
      return <del>{inner}</del>;
    case 'blockquote':
      return <blockquote>{inner}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'list':
      return <List token={token} fill={fill} />;
    case 'table':
      return <Table token={token} fill={fill} />;
    case 'link':
      return isAddress(token.href) ? <TargetLink target={{ to: 'url', url: token.href }}>{inner}</TargetLink> : inner;
    case 'image':
      return isUploaded(token.href) ? <img src={token.href} alt={token.text} /> : token.text;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    default:
      return inner ?? fill('text' in token ? token.text : token.raw);
  }
}

/** The title of the widget is a heading of the second level: those of its text stand below it. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  if (depth === 1) return <h3>{children}</h3>;
  return depth === 2 ? <h4>{children}</h4> : <h5>{children}</h5>;
}

function List({ token: { ordered, start, items }, fill }: { token: Tokens.List; fill: MarkdownProps['fill'] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: items have no names
  const drawn = items.map(({ tokens }, index) => <li key={index}>{draw(tokens, fill)}</li>);
  return ordered ? <ol start={start === '' ? undefined : start}>{drawn}</ol> : <ul>{drawn}</ul>;
}

function Table({ token: { header, rows }, fill }: { token: Tokens.Table; fill: MarkdownProps['fill'] }) {
  const styleOf = ({ align }: Tokens.TableCell) => (align ? { textAlign: align } : undefined);
  /* biome-ignore-start lint/suspicious/noArrayIndexKey: rows and cells have no names */
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index} scope="col" style={styleOf(cell)}>
              {draw(cell.tokens, fill)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={rowIndex}>
            {row.map((cell, index) => (
              <td key={index} style={styleOf(cell)}>
                {draw(cell.tokens, fill)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  /* biome-ignore-end lint/suspicious/noArrayIndexKey: rows and cells have no names */
}

/** Pages here and elsewhere; anything else, as a script, is text. */
function isAddress(href: string): boolean {
  return /^(https?:\/\/|\/(?!\/))/.test(href);
}

function isUploaded(href: string): boolean {
  return /^\/api\/files\/[\w-]+$/.test(href);
}
