-- Long editing in Neovim: typing character by character, mistakes, corrections by hand and by action, completion, renames.
-- CONFIGDI_ROUNDS of it, or CONFIGDI_MINUTES. After each round the text is the one that it began with, and nothing is
-- wrong with it; at the end the file is written as it was, and the server's log has no error.
local check = os.getenv('CONFIGDI_CHECK')
local root = os.getenv('CONFIGDI_EXAMPLE')
local rounds = tonumber(os.getenv('CONFIGDI_ROUNDS') or '5')
local minutes = tonumber(os.getenv('CONFIGDI_MINUTES') or '0')
local log = root .. '/../editing.log'

local function fail(message)
  io.stderr:write('neovim-editing: ' .. message .. '\n')
  vim.cmd('cquit 1')
end
local function expect(what, condition)
  if not condition then fail(what) end
end

local function no_error(answer)
  local problem = answer.err or answer.error
  if problem then fail('the server says: ' .. tostring(problem.message)) end
end

local total = 0
local ok, problem = pcall(function()
  vim.o.hidden = true
  vim.cmd('edit ' .. root .. '/app.yaml')
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = 'configdi', cmd = { check, 'lsp', '--log', log }, root_dir = root, flags = { debounce_text_changes = 5 } })
  vim.lsp.buf_attach_client(buffer, client)
  expect('the server is initialized', vim.wait(10000, function()
    local c = vim.lsp.get_client_by_id(client)
    return c and c.server_capabilities and c.server_capabilities.hoverProvider
  end))
  local original = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')

  local function type_line(after, text)
    vim.api.nvim_buf_set_lines(buffer, after, after, false, { '' })
    for length = 1, #text do
      vim.api.nvim_buf_set_lines(buffer, after, after + 1, false, { text:sub(1, length) })
      vim.wait(8)
      if length % 4 == 0 then
        local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = after, character = length } }
        for _, method in ipairs({ 'completion', 'hover' }) do
          local answers = vim.lsp.buf_request_sync(0, 'textDocument/' .. method, params, 10000)
          expect('an answer to ' .. method, answers and next(answers))
          for _, answer in pairs(answers) do no_error(answer) end
        end
      end
    end
  end
  local function find(pattern)
    for number, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local column = text:find(pattern, 1, true)
      if column then return number - 1, column - 1 end
    end
    fail('no line has ' .. pattern)
  end
  local function clean() return vim.wait(15000, function() return #vim.diagnostic.get(buffer) == 0 end, 20) end
  local function rename(pattern, offset, name)
    local line, column = find(pattern)
    local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = column + offset }, newName = name }
    for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/rename', params, 10000)) do
      no_error(answer)
      vim.lsp.util.apply_workspace_edit(answer.result, 'utf-16')
    end
  end

  -- Replaces a piece of a line, character by character.
  local function retype(pattern, old, new)
    local line, column = find(pattern)
    local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1]
    local start = text:find(old, column + 1, true)
    for length = 0, #new do
      vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { text:sub(1, start - 1) .. new:sub(1, length) .. text:sub(start + #old) })
      vim.wait(8)
    end
    return line, start - 1 + #new
  end
  -- Takes the item of that name, as an editor does: its edit in the place of what was typed.
  local function complete(line, column, label)
    local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = column } }
    for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 10000)) do
      no_error(answer)
      for _, item in ipairs(answer.result.items) do
        if item.label == label then
          vim.lsp.util.apply_text_edits({ item.textEdit }, buffer, 'utf-16')
          return
        end
      end
    end
    fail('completion does not offer ' .. label)
  end
  -- Applies the preferred action where a finding of that code is shown.
  local function mend(code, word)
    local shown
    expect(code .. ' is shown', vim.wait(15000, function()
      for _, finding in ipairs(vim.diagnostic.get(buffer)) do
        if finding.code == code and finding.message:find(word, 1, true) then shown = finding end
      end
      return shown
    end, 20))
    local range = { start = { line = shown.lnum, character = shown.col }, ['end'] = { line = shown.end_lnum, character = shown.end_col } }
    local params = { textDocument = vim.lsp.util.make_text_document_params(), range = range, context = { diagnostics = {} } }
    for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 10000)) do
      no_error(answer)
      for _, action in ipairs(answer.result) do
        if action.isPreferred then
          vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
          return
        end
      end
    end
    fail('no action mends ' .. code)
  end

  local began = vim.loop.now()
  local round = 0
  while round < rounds or vim.loop.now() - began < minutes * 60000 do
    round = round + 1
    total = round
    vim.loop.update_time()
    local services = find('services:')
    local lines = {
      '  WallClock/second: { factory: systemClok }', '  Cache/third: { factory: memoryCache, settings: { capacity: ten',
      '  HealthCheck/more: { factory: apiHealth, collect: healthChecks, dependencies: { api: APIClient } }',
    }
    for _, text in ipairs(lines) do
      type_line(services + 1, text)
      vim.wait(40)
      vim.api.nvim_buf_set_lines(buffer, services + 1, services + 2, false, {})
    end
    retype('factory: httpAPI', 'httpAPI', 'httpApi')
    mend('DI401', 'httpApi')
    expect('the action mends the name', find('factory: httpAPI'))
    expect('nothing is wrong after the action', clean())
    local line, column = retype('  CredentialsStore: memoryCredentials', 'memoryCredentials', 'mem')
    complete(line, column, 'memoryCredentials')
    expect('nothing is wrong after completion', clean())
    rename('retry.attempts}', 2, 'retry.most')
    rename('Cache/memory:', 8, 'ram')
    expect('nothing is wrong after renames', clean())
    rename('retry.most}', 2, 'retry.attempts')
    rename('Cache/ram:', 8, 'memory')
    expect('nothing is wrong at the end of a round', clean())
    local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    expect('the text is as before, in round ' .. round, text == original)
  end
  vim.cmd('silent write')
  expect('the file is written as it was', table.concat(vim.fn.readfile(root .. '/app.yaml'), '\n') == original)
  vim.lsp.stop_client(client)
  for _, text in ipairs(vim.fn.readfile(log)) do
    expect('in the log: ' .. text, not text:lower():find('error'))
  end
end)
if not ok then fail(tostring(problem)) end
print('neovim-editing: ' .. total .. ' rounds leave the text as it was\n')
vim.cmd('qall!')
