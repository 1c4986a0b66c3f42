"""Whole sessions with the server, every message structured by the protocol's own types."""
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

CHECK = os.environ["CONFIGDI_CHECK"]
EXAMPLE = pathlib.Path(os.environ["CONFIGDI_EXAMPLE"])
APP = (EXAMPLE / "app.yaml").as_uri()
TEXT = (EXAMPLE / "app.yaml").read_text()


def at(marker, offset=0, text=TEXT):
    index = text.index(marker) + offset
    return types.Position(text.count("\n", 0, index), index - (text.rfind("\n", 0, index) + 1))


@pytest_lsp.fixture(
    params=["visual_studio_code", "neovim", "emacs"], config=ClientServerConfig(server_command=[CHECK, "lsp"]))
async def client(request, lsp_client: LanguageClient):
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(_params):
        return None

    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=client_capabilities(request.param), root_uri=EXAMPLE.as_uri()))
    lsp_client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(APP, "yaml", 1, TEXT)))
    yield
    await lsp_client.shutdown_session()


DOCUMENT = types.TextDocumentIdentifier(APP)


@pytest.mark.asyncio
async def test_everything_has_an_answer(client):
    key = at("APIClient, cache", 2)
    hover = await client.text_document_hover_async(types.HoverParams(DOCUMENT, key))
    assert "httpAPI" in hover.contents.value
    completion = await client.text_document_completion_async(types.CompletionParams(DOCUMENT, at("factory: httpAPI", 9)))
    assert [item.label for item in completion.items] == ["cannedAPI", "httpAPI"]
    definition = await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, key))
    assert any(place.uri == APP for place in definition)
    factory = await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, at("passwordSessions")))
    assert factory[0].uri.endswith("PartsAssembly.swift")
    references = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), DOCUMENT, key))
    assert len(references) == 3
    assert await client.text_document_document_highlight_async(types.DocumentHighlightParams(DOCUMENT, key))
    assert await client.text_document_type_definition_async(types.TypeDefinitionParams(DOCUMENT, key))
    assert await client.text_document_implementation_async(types.ImplementationParams(DOCUMENT, key))
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams("cache"))
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
    assert await client.text_document_selection_range_async(types.SelectionRangeParams(DOCUMENT, [key]))
    assert len(await client.text_document_document_link_async(types.DocumentLinkParams(DOCUMENT))) > 3
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(DOCUMENT))
    assert len(tokens.data) % 5 == 0 and tokens.data
    items = await client.text_document_prepare_call_hierarchy_async(types.CallHierarchyPrepareParams(DOCUMENT, key))
    incoming = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(items[0]))
    assert "ParcelTracker" in [call.from_.name for call in incoming]
    assert await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(items[0])) is not None
    assert await client.text_document_code_action_async(
        types.CodeActionParams(DOCUMENT, types.Range(key, key), types.CodeActionContext([]))) is not None


@pytest.mark.asyncio
async def test_a_parameter_is_renamed_everywhere(client):
    edit = await client.text_document_rename_async(types.RenameParams(text_document=DOCUMENT, position=at("retry.attempts}", 3), new_name="attempts.most"))
    files = edit.document_changes or list(edit.changes.items())
    assert len(files) >= 1
    with pytest.raises(Exception, match="Swift type"):
        await client.text_document_rename_async(types.RenameParams(text_document=DOCUMENT, position=at("APIClient, cache", 2), new_name="Other"))


@pytest.mark.asyncio
async def test_findings_follow_the_text(client):
    await client.wait_for_notification("textDocument/publishDiagnostics")
    broken = TEXT.replace("factory: httpAPI", "factory: httpApi")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, APP), [types.TextDocumentContentChangeWholeDocument(broken)]))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    found = client.diagnostics[APP]
    assert [finding.code for finding in found] == ["DI401"]
    place = found[0].range.start
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(DOCUMENT, types.Range(place, place), types.CodeActionContext(found)))
    assert any("httpAPI" in str(action.edit) for action in actions)
